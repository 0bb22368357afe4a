import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { choice } from '../../../runtime/input/choice';
import { optionalEmailAddress } from '../../../runtime/input/emailAddress';
import { refuse, words, type ParameterName } from '../../../runtime/input/InvalidInput';
import { jsonObjects } from '../../../runtime/input/json';
import { requiredPhoneNumber } from '../../../runtime/input/phoneNumber';
import { isEmpty, optionalText, withoutEmpty } from '../../../runtime/input/text';
import { underOptions } from '../../../runtime/node/parameters';
import { emailField, phoneNumberField, textField } from '../fields';

export const messengerNumber: INodeProperties = {
	displayName: 'Recipient Number',
	name: 'messengerNumber',
	...phoneNumberField,
	required: true,
	placeholder: 'e.g. +1 415 555 0123',
	description: 'Phone number of the recipient',
	builderHint: { propertyHint: 'Never guess a country code: ask the user.' },
};

const firstName: INodeProperties = {
	displayName: 'First Name',
	name: 'firstName',
	...textField,
	placeholder: 'e.g. Nathan',
	description: 'Given name, for templates that use it',
};

const name: INodeProperties = {
	displayName: 'Name',
	name: 'name',
	...textField,
	placeholder: 'e.g. Nathan Li',
	description: 'Full name, for templates that use it instead of the first name',
};

const email: INodeProperties = { ...emailField, description: 'Email address of the recipient' };

export const recipientFields: INodeProperties[] = [firstName, name, email];

const recipientsInput: INodeProperties = {
	displayName: 'Specify Recipients',
	name: 'recipientsInput',
	type: 'options',
	default: 'fields',
	description: 'How to specify the recipients of the campaign',
	options: [
		{ name: 'Using Fields Below', value: 'fields', description: 'One form for each recipient' },
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
	default: JSON.stringify([{ messenger_number: '+14155550123', first_name: 'Nathan' }], null, 2),
	description:
		'A list of objects with the field names of the service. Each needs "messenger_number". Other keys are sent unchanged.',
	displayOptions: { show: { recipientsInput: ['json'] } },
};

const inJson = { name: recipientsJson.name, displayName: recipientsJson.displayName };

/** The parameters of a campaign's recipients, in one of two forms. */
export const recipientParameters = underOptions(recipientsInput, recipients, recipientsJson);

/** One recipient, in the names of the parameters. */
export type RecipientForm = {
	[field in 'messengerNumber' | 'firstName' | 'name' | 'email']?: unknown;
};

/** What {@link recipientParameters} put together. */
export interface RecipientParams {
	recipientsInput?: unknown;
	recipients?: { recipient?: RecipientForm[] };
	recipientsJson?: unknown;
}

/**
 * The recipients, in the service's field names. Both forms are there where an expression chooses between them.
 *
 * @throws InvalidInput as {@link recipientFromForm}, and where there is none
 */
export function recipientsFrom(params: RecipientParams = {}): IDataObject[] {
	const isJson = choice(params, recipientsInput) === 'json';
	const given = isJson ? objectsOf(params.recipientsJson) : (params.recipients?.recipient ?? []);
	if (given.length === 0) {
		refuse(isJson ? recipientsJson : recipients, 'is empty', 'Add at least one recipient.');
	}
	return given.map((recipient, index) => {
		const which = `of recipient ${index + 1}`;
		if (!isJson) return recipientFromForm(recipient, which);
		const nameOf = (field: string) => ({ ...inJson, which: `at "${field}" ${which}` });
		requireNumberKey(recipient, nameOf('messenger_number'));
		return checkedRecipient(recipient, nameOf);
	});
}

/** Names the keys that came: the number may have come under another one, such as "phone". @throws InvalidInput */
function requireNumberKey(recipient: Record<string, unknown>, name: ParameterName) {
	if (!isEmpty(recipient.messenger_number)) return;
	const keys = Object.keys(recipient).filter((key) => !isEmpty(recipient[key]));
	refuse(
		name,
		words`is empty. The recipient has: ${keys.join(', ') || 'nothing'}`,
		'Put the number under "messenger_number".',
		'empty',
	);
}

const exampleRecipient = { messenger_number: '+14155550123' };

const objectsOf = (json: unknown) =>
	isEmpty(json) ? [] : jsonObjects(json, recipientsJson, exampleRecipient);

/**
 * @param which names the recipient in an error where one parameter holds several
 * @throws InvalidInput where the number is missing or malformed, the email malformed, or a name not text
 */
export function recipientFromForm(form: RecipientForm = {}, which?: string): IDataObject {
	const { messengerNumber: messenger_number, firstName: first_name, name, email } = form;
	// A copy for each field of each of 100,000 items would take a third of a second.
	const nameOf = (field: Field) =>
		which === undefined ? parameterOf[field] : { ...parameterOf[field], which };
	return checkedRecipient({ messenger_number, first_name, name, email }, nameOf);
}

/** The parameter of each field of the service (docs/service-interface.md, `recipient[]`). */
const parameterOf = { messenger_number: messengerNumber, first_name: firstName, name, email };
type Field = keyof typeof parameterOf;

/** Keys that the interface does not name pass through. */
function checkedRecipient(
	recipient: Record<string, unknown>,
	nameOf: (field: Field) => ParameterName,
): IDataObject {
	const { messenger_number: number, first_name: first, name, email, ...others } = recipient;
	return {
		...others,
		messenger_number: requiredPhoneNumber(number, nameOf('messenger_number')),
		...withoutEmpty({
			first_name: optionalText(first, nameOf('first_name')),
			name: optionalText(name, nameOf('name')),
			email: optionalEmailAddress(email, nameOf('email')),
		}),
	};
}

/** The recipients of a campaign request's body. */
export function recipientsOf(body: IDataObject | undefined): IDataObject[] {
	return (body?.recipient ?? []) as IDataObject[];
}
