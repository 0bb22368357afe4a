import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { choice } from '../../../runtime/input/choice';
import type { DefaultCountry } from '../../../runtime/input/defaultCountry';
import { optionalEmailAddress } from '../../../runtime/input/emailAddress';
import {
	InvalidInput,
	refuse,
	words,
	type ParameterName,
	type Words,
} from '../../../runtime/input/InvalidInput';
import { jsonObjects } from '../../../runtime/input/json';
import { readOrRefusal } from '../../../runtime/input/leftOut';
import { readPhoneNumber, type PhoneNumber } from '../../../runtime/input/phoneNumber';
import { isEmpty, optionalText, requiredText, withoutEmpty } from '../../../runtime/input/text';
import { underOptions } from '../../../runtime/node/parameters';
import { emailField, personsNumberField, textField, valuesInJson } from '../fields';

export const messengerNumber: INodeProperties = {
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
		'A list of objects with the field names of the service. Each needs "messenger_number". Other keys are sent unchanged. ' +
		valuesInJson,
	displayOptions: { show: { recipientsInput: ['json'] } },
};

const inJson = { name: recipientsJson.name, displayName: recipientsJson.displayName };

/** The parameters of a campaign's recipients, in one of two forms. */
export const recipientParameters = underOptions(recipientsInput, recipients, recipientsJson);

/** One recipient, in the names of the parameters. */
export type RecipientForm = {
	[field in 'messengerNumber' | 'firstName' | 'name' | 'email']?: unknown;
};

/** The values of {@link recipientParameters}. */
export interface RecipientParams {
	recipientsInput?: unknown;
	recipients?: { recipient?: RecipientForm[] };
	recipientsJson?: unknown;
}

/** A recipient that is in order. */
export interface Recipient {
	/** In the service's field names. */
	fields: IDataObject;
	/** The number, where the country of local numbers has completed it. */
	completed?: PhoneNumber;
	/** Why its email is not among the fields (D1). */
	malformedEmail?: Words;
}

/**
 * The recipients. Both forms are there where an expression chooses between them.
 *
 * @throws InvalidInput as {@link recipientFromForm}, and where there is none
 */
export function recipientsFrom(
	params: RecipientParams = {},
	country?: DefaultCountry,
): Recipient[] {
	const isJson = choice(params, recipientsInput) === 'json';
	const given = isJson ? objectsOf(params.recipientsJson) : (params.recipients?.recipient ?? []);
	if (given.length === 0) {
		refuse(isJson ? recipientsJson : recipients, 'is empty', 'Add at least one recipient.');
	}
	return given.map((recipient, index) => {
		const which = `of recipient ${index + 1}`;
		if (!isJson) return recipientFromForm(recipient, country, which);
		const nameOf = (field: string) => ({ ...inJson, which: `at "${field}" ${which}` });
		requireNumberKey(recipient, nameOf('messenger_number'));
		return checkedRecipient(recipient, country, nameOf);
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
	isEmpty(json) ? [] : jsonObjects(json, recipientsJson, exampleRecipient, valuesInJson);

/**
 * @param which names the recipient in an error where one parameter holds several
 * @throws InvalidInput if the number is missing or malformed, or the email or a name not text
 */
export function recipientFromForm(
	form: RecipientForm = {},
	country?: DefaultCountry,
	which?: string,
): Recipient {
	const { messengerNumber: messenger_number, firstName: first_name, name, email } = form;
	// A copy for each field of each of 100,000 items would take a third of a second.
	const nameOf = (field: Field) =>
		which === undefined ? parameterOf[field] : { ...parameterOf[field], which };
	return checkedRecipient({ messenger_number, first_name, name, email }, country, nameOf);
}

/** The parameter of each field of the service (docs/service-interface.md, `recipient[]`). */
const parameterOf = { messenger_number: messengerNumber, first_name: firstName, name, email };
type Field = keyof typeof parameterOf;

/** Keys that the interface does not name pass through. */
function checkedRecipient(
	recipient: Record<string, unknown>,
	country: DefaultCountry | undefined,
	nameOf: (field: Field) => ParameterName,
): Recipient {
	const { messenger_number: given, first_name: first, name, email, ...others } = recipient;
	const nameOfNumber = nameOf('messenger_number');
	const number = readPhoneNumber(given, nameOfNumber, country);
	const address = readOrRefusal(optionalEmailAddress, email, nameOf('email'));
	const isMalformed = address instanceof InvalidInput;
	const fields = {
		...others,
		messenger_number: requiredText(number.number, nameOfNumber),
		...withoutEmpty({
			first_name: optionalText(first, nameOf('first_name')),
			name: optionalText(name, nameOf('name')),
			email: isMalformed ? '' : address,
		}),
	};
	return {
		fields,
		completed: number.completed === undefined ? undefined : number,
		malformedEmail: isMalformed ? address.reason : undefined,
	};
}

/** The recipients of a campaign request's body. */
export function recipientsOf(body: IDataObject | undefined): IDataObject[] {
	return (body?.recipient ?? []) as IDataObject[];
}
