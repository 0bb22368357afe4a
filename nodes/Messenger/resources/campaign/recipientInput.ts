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
import { checkJson, jsonObjects } from '../../../runtime/input/json';
import type { Mask } from '../../../runtime/input/keyMask';
import { anyValue, leftOutOf, readOrRefusal } from '../../../runtime/input/leftOut';
import { readPhoneNumber, type PhoneNumber } from '../../../runtime/input/phoneNumber';
import { isEmpty, refuseEmpty, tracelessText, withoutEmpty } from '../../../runtime/input/text';
import { inBody, nameAndValue, type NameAndValue } from '../../../runtime/node/parameters';
import type { CampaignParams } from './campaignFields';
import { emailField, personsNumberField, textField, valuesInJson } from '../fields';
import { namedValues } from '../namedValues';

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

/** Not among {@link recipientFields}: its values are sent under names of their own. */
export const customFields: INodeProperties = {
	displayName: 'Custom Fields',
	name: 'customFields',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Field',
	default: {},
	description:
		"Further values of the recipient, sent under their names. The service's interface doesn't show them, so the service may ignore them.",
	options: [{ name: 'field', displayName: 'Field', values: nameAndValue('city', 'Berlin') }],
};

/** The parameter of each field of the service (docs/service-interface.md, `recipient[]`). */
export const recipientFields = {
	messenger_number: messengerNumber,
	first_name: firstName,
	name,
	email,
};
type Field = keyof typeof recipientFields;

/**
 * A recipient's custom fields, by their names.
 *
 * @param form as n8n stores {@link customFields}
 * @throws InvalidInput if one has no name, or one that another field has
 */
export function customFieldsFrom(form: unknown, ofWhom = ''): IDataObject {
	const { field } = (form ?? {}) as { field?: NameAndValue[] };
	return namedValues(field, customFields, 'custom field', Object.keys(recipientFields), ofWhom);
}

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
			values: [
				...Object.entries(recipientFields).map(([field, parameter]) => ({
					...parameter,
					routing: inBody(`=recipient[{{$index}}].${field}`),
				})),
				customFields,
			],
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
	/** The reasons why some values are not among the fields (D1). */
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
			const nameOf = (field: string) => ({ ...parameterOf(field), which });
			const form = params.recipients?.recipient?.[index]?.customFields;
			const recipient = { ...one, ...customFieldsFrom(form, ` ${which}`) };
			return recipientFrom(recipient, country, nameOf) ?? refuseEmpty(nameOf('messenger_number'));
		}
		const nameOf = (field: string) => {
			const at = Object.hasOwn(recipientFields, field) ? `at "${field}" ` : '';
			return { name, displayName, which: `${at}${which}` };
		};
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
 * @throws InvalidInput if the number is malformed, the email or a name not text, or another field can't be JSON
 */
export function recipientFrom(
	recipient: IDataObject = {},
	country?: DefaultCountry,
	nameOf: (field: string) => ParameterName = parameterOf,
): Recipient | undefined {
	const { messenger_number: given, first_name, name, email, ...others } = recipient;
	const number = readPhoneNumber(given, nameOf('messenger_number'), country);
	if (number.number === '') return undefined;
	const own = {
		messenger_number: number.number,
		first_name: readOrRefusal(tracelessText, first_name, nameOf('first_name')),
		name: readOrRefusal(tracelessText, name, nameOf('name')),
		email: readOrRefusal(optionalEmailAddress, email, nameOf('email')),
	};
	const custom = Object.entries(others).map(([field, value]): [string, unknown] => {
		return [field, readOrRefusal(anyValue, value, nameOf(field))];
	});
	const kept = custom.filter(([, value]) => !(value instanceof InvalidInput));
	// From entries, so that a field named `__proto__` is only a field.
	const sentCustom = Object.fromEntries(kept) as IDataObject;
	checkJson(sentCustom, nameOf('customFields'));
	const leftOut = leftOutOf([...custom, ...Object.entries(own)]);
	return { fields: { ...sentCustom, ...withoutEmpty(own) }, number, leftOut };
}

const parameterOf = (field: string): ParameterName =>
	Object.hasOwn(recipientFields, field) ? recipientFields[field as Field] : customFields;

/** The recipients of a campaign request's body. */
export function recipientsOf(body: IDataObject | undefined): IDataObject[] {
	return (body?.recipient ?? []) as IDataObject[];
}
