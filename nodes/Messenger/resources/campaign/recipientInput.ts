import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { choice } from '../../../runtime/input/choice';
import type { DefaultCountry } from '../../../runtime/input/defaultCountry';
import { optionalEmailAddress } from '../../../runtime/input/emailAddress';
import {
	InvalidInput,
	refuse,
	words,
	type ParameterName,
} from '../../../runtime/input/InvalidInput';
import { jsonObjects } from '../../../runtime/input/json';
import type { Mask } from '../../../runtime/input/keyMask';
import { leftOutOf, readOrRefusal } from '../../../runtime/input/leftOut';
import { readPhoneNumber, type PhoneNumber } from '../../../runtime/input/phoneNumber';
import { isEmpty, optionalText, refuseEmpty, withoutEmpty } from '../../../runtime/input/text';
import { inBody } from '../../../runtime/node/parameters';
import type { CampaignParams } from './campaignFields';
import { emailField, personsNumberField, textField, valuesInJson } from '../fields';

const messengerNumber: INodeProperties = {
	displayName: 'Recipient Number',
	name: 'messengerNumber',
	...personsNumberField,
	required: true,
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

/** The parameter of each field of the service (docs/service-interface.md, `recipient[]`). */
export const recipientFields = {
	messenger_number: messengerNumber,
	first_name: firstName,
	name,
	email,
};
type Field = keyof typeof recipientFields;

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
			values: Object.entries(recipientFields).map(([field, parameter]) => ({
				...parameter,
				routing: inBody(`=recipient[{{$index}}].${field}`),
			})),
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
		'A list of objects with the field names of the service. Each needs "messenger_number". Other keys are sent unchanged. ' +
		valuesInJson,
	displayOptions: { show: { recipientsInput: ['json'] } },
};

/** The parameters of a campaign's recipients, in one of two forms. */
export const recipientParameters = [recipientsInput, recipients, recipientsJson];

/** A recipient that is in order. */
export interface Recipient {
	/** In the service's field names. */
	fields: IDataObject;
	/** As the fields have it, and what it was completed from. */
	number: PhoneNumber;
	/** The reason why its email is not among the fields (D1). */
	leftOut?(mask: Mask): Record<string, string>;
}

/**
 * The recipients. Both forms are there where an expression chooses between them.
 *
 * @throws InvalidInput as {@link recipientFrom}, where there is none, and where one has no number
 */
export function recipientsFrom(params: CampaignParams, country?: DefaultCountry): Recipient[] {
	const isJson = choice(params, recipientsInput) === 'json';
	const given = isJson ? objectsOf(params.recipientsJson) : (params.body.recipient ?? []);
	if (given.length === 0) {
		refuse(isJson ? recipientsJson : recipients, 'is empty', 'Add at least one recipient.');
	}
	const { name, displayName } = recipientsJson;
	return given.map((one, index) => {
		const which = `of recipient ${index + 1}`;
		if (!isJson) {
			const nameOf = (field: Field) => ({ ...recipientFields[field], which });
			return recipientFrom(one, country, nameOf) ?? refuseEmpty(nameOf('messenger_number'));
		}
		const nameOf = (field: Field) => ({ name, displayName, which: `at "${field}" ${which}` });
		return recipientFrom(one, country, nameOf) ?? refuseKeys(one, nameOf('messenger_number'));
	});
}

const objectsOf = (json: unknown) =>
	isEmpty(json)
		? []
		: jsonObjects(json, recipientsJson, '[{"messenger_number": "+14155550123"}]', valuesInJson);

/** Names the keys that came: the number may have come under another one, such as "phone". */
function refuseKeys(recipient: IDataObject, name: ParameterName): never {
	const keys = Object.keys(withoutEmpty({ ...recipient, messenger_number: '' }));
	refuse(
		name,
		words`is empty. The recipient has: ${keys.join(', ') || 'nothing'}`,
		'Put the number under "messenger_number".',
		'empty',
	);
}

/**
 * @param recipient in the service's field names; others pass through
 * @param nameOf names a field's parameter in an error
 * @returns undefined if it has no number
 * @throws InvalidInput if the number is malformed, or the email or a name not text
 */
export function recipientFrom(
	recipient: IDataObject = {},
	country?: DefaultCountry,
	nameOf = (field: Field): ParameterName => recipientFields[field],
): Recipient | undefined {
	const { messenger_number: given, first_name: first, name, email, ...others } = recipient;
	const number = readPhoneNumber(given, nameOf('messenger_number'), country);
	if (number.number === '') return undefined;
	const address = readOrRefusal(optionalEmailAddress, email, nameOf('email'));
	const fields = {
		...others,
		messenger_number: number.number,
		...withoutEmpty({
			first_name: optionalText(first, nameOf('first_name')),
			name: optionalText(name, nameOf('name')),
			email: address instanceof InvalidInput ? '' : address,
		}),
	};
	return { fields, number, leftOut: leftOutOf({ email: address }) };
}

/** The recipients of a campaign request's body. */
export function recipientsOf(body: IDataObject | undefined): IDataObject[] {
	return (body?.recipient ?? []) as IDataObject[];
}
