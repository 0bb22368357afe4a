import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { choice } from '../../input/choice';
import { optionalEmailAddress } from '../../input/emailAddress';
import { refuse } from '../../input/InvalidInput';
import { jsonObjects } from '../../input/json';
import { requiredPhoneNumber } from '../../input/phoneNumber';
import { isEmpty, optionalText, withoutEmpty } from '../../input/text';
import { inBody } from '../fields';

/** The phone number of a recipient. */
export const messengerNumber: INodeProperties = {
	displayName: 'Messenger Number',
	name: 'messengerNumber',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +1 415 555 0123',
	hint: 'With "+" and country code',
	description: 'Phone number of the recipient',
};

const firstName: INodeProperties = {
	displayName: 'First Name',
	name: 'firstName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Nathan',
	description: 'Given name, for templates that use it',
};

const name: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	type: 'string',
	default: '',
	placeholder: 'e.g. Nathan Li',
	description: 'Full name, for templates that use it instead of the first name',
};

const email: INodeProperties = {
	displayName: 'Email',
	name: 'email',
	type: 'string',
	default: '',
	placeholder: 'e.g. nathan@example.com',
	description: 'Email address of the recipient',
};

/** What else may be known of a recipient. */
export const recipientFields: INodeProperties[] = [firstName, name, email];

const recipientsInput: INodeProperties = {
	displayName: 'Specify Recipients',
	name: 'recipientsInput',
	type: 'options',
	default: 'fields',
	description: 'How to specify the recipients of the campaign',
	routing: inBody('options.recipientsInput'),
	options: [
		{
			name: 'Using Fields Below',
			value: 'fields',
			description: 'One form for each recipient',
		},
		{
			name: 'Using JSON',
			value: 'json',
			description: 'A list of recipients, e.g. from another node',
		},
	],
};

const recipients: INodeProperties = {
	displayName: 'Recipients',
	name: 'recipients',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	required: true,
	placeholder: 'Add Recipient',
	default: { recipient: [{}] },
	description: 'The people who receive the campaign',
	displayOptions: { show: { recipientsInput: ['fields'] } },
	routing: inBody('options.recipients'),
	options: [
		{
			name: 'recipient',
			displayName: 'Recipient',
			values: [messengerNumber, ...recipientFields],
		},
	],
};

const recipientsJson: INodeProperties = {
	displayName: 'Recipients (JSON)',
	name: 'recipientsJson',
	type: 'json',
	required: true,
	default: '[]',
	placeholder: 'e.g. [{ "messenger_number": "+14155550123", "first_name": "Nathan" }]',
	description:
		'A list of objects with the field names of the service. Each needs "messenger_number". Other keys are sent unchanged.',
	displayOptions: { show: { recipientsInput: ['json'] } },
	routing: inBody('options.recipientsJson'),
};

/** The parameters of a campaign's recipients, in one of two forms. */
export const recipientParameters = [recipientsInput, recipients, recipientsJson];

/** One recipient as a form in the editor holds it. */
export interface RecipientFields {
	messengerNumber?: unknown;
	firstName?: unknown;
	name?: unknown;
	email?: unknown;
}

/** What {@link recipientParameters} put together. */
export interface RecipientParams {
	recipientsInput?: unknown;
	recipients?: { recipient?: RecipientFields[] };
	recipientsJson?: unknown;
}

/**
 * A recipient in the service's field names (docs/service-interface.md, `recipient[]`).
 *
 * @param which names the recipient in an error where one parameter holds several
 * @throws InvalidInput where the number is missing or malformed, or the email is malformed
 */
export function recipientFromFields(fields: RecipientFields, which?: string): IDataObject {
	const labelled = (field: INodeProperties) => ({ ...field, which });
	return withoutEmpty({
		messenger_number: requiredPhoneNumber(fields.messengerNumber, labelled(messengerNumber)),
		first_name: optionalText(fields.firstName, labelled(firstName)),
		name: optionalText(fields.name, labelled(name)),
		email: optionalEmailAddress(fields.email, labelled(email)),
	});
}

/**
 * The recipients of a campaign. Both forms are there where an expression chooses: n8n cannot know which one it
 * hides.
 *
 * @throws InvalidInput as {@link recipientFromFields}, and where there is none
 */
export function recipientsFrom(params: RecipientParams = {}): IDataObject[] {
	if (choice(params, recipientsInput) === 'json') {
		return recipientsFromJson(params.recipientsJson);
	}
	const forms = params.recipients?.recipient ?? [];
	if (forms.length === 0) refuse(recipients, 'is empty', 'Add at least one recipient.');
	return forms.map((form, index) => recipientFromFields(form, `of recipient ${index + 1}`));
}

/**
 * Recipients in the service's own field names; keys that the interface does not name pass through as they are.
 *
 * @throws InvalidInput where the value is no array of objects, is empty, or contains a recipient without a
 * well-formed number, with a malformed email, or with a name that is not text
 */
function recipientsFromJson(value: unknown): IDataObject[] {
	const given = isEmpty(value) ? [] : jsonObjects(value, recipientsJson);
	if (given.length === 0) refuse(recipientsJson, 'is empty', 'Enter at least one recipient.');
	return given.map(({ first_name: first, name, email, ...others }, index) => {
		const label = (field: string) => ({
			...recipientsJson,
			which: `at "${field}" of recipient ${index + 1}`,
		});
		if (!('messenger_number' in others)) {
			refuse(
				recipientsJson,
				`has no key "messenger_number" in recipient ${index + 1}`,
				'Give the number as {"messenger_number": "+14155550123"}.',
			);
		}
		return {
			...others,
			messenger_number: requiredPhoneNumber(others.messenger_number, label('messenger_number')),
			...withoutEmpty({
				first_name: optionalText(first, label('first_name')),
				name: optionalText(name, label('name')),
				email: optionalEmailAddress(email, label('email')),
			}),
		};
	});
}
