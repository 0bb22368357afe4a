import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { DefaultCountry } from '../../../runtime/input/defaultCountry';
import { optionalEmailAddress } from '../../../runtime/input/emailAddress';
import { refuse } from '../../../runtime/input/InvalidInput';
import type { Mask } from '../../../runtime/input/keyMask';
import { leftOutOf, readOrRefusal } from '../../../runtime/input/leftOut';
import { readPhoneNumber } from '../../../runtime/input/phoneNumber';
import { personsName, refuseEmpty, withoutEmpty } from '../../../runtime/input/text';
import { inBody } from '../../../runtime/node/parameters';
import type { CampaignParams } from './campaignFields';
import { emailField, personsNumberField, textField } from '../fields';

const messengerNumber: INodeProperties = {
	displayName: 'Recipient Number',
	name: 'messengerNumber',
	...personsNumberField,
	required: true,
	description: 'Phone number of the recipient',
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

/** The parameter of each field of the service (tools/sandbox/openapi.yaml, `Recipient`). */
export const recipientFields = {
	messenger_number: messengerNumber,
	first_name: firstName,
	name,
	email,
};

export const recipients: INodeProperties = {
	displayName: 'Recipients',
	name: 'recipients',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	required: true,
	placeholder: 'Add Recipient',
	default: { recipient: [{}] },
	description: 'The people who receive the campaign',
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

export interface Recipient {
	/** In the service's field names. */
	fields: IDataObject;
	/** The reasons why some values are not among the fields. */
	leftOut?(mask: Mask): Record<string, string>;
}

/** @throws InvalidInput as {@link recipientFrom}, and if there is none */
export function recipientsFrom(params: CampaignParams, country?: DefaultCountry): Recipient[] {
	const { recipient: rows = [] } = params.body;
	if (rows.length === 0) refuse(recipients, 'is empty', 'Add at least one recipient.');
	return rows.map((row, index) => recipientFrom(row, country, `of recipient ${index + 1}`));
}

/**
 * @param recipient in the service's field names
 * @param which of several it is
 * @throws InvalidInput if it has no number, the number is malformed, or the email or a name isn't text
 */
export function recipientFrom(
	recipient: IDataObject = {},
	country?: DefaultCountry,
	which?: string,
): Recipient {
	const named = (parameter: INodeProperties) => (which ? { ...parameter, which } : parameter);
	const number = readPhoneNumber(recipient.messenger_number, named(messengerNumber), country);
	if (number === '') {
		refuseEmpty(
			named(messengerNumber),
			'To leave out items without a number, put a Filter before this node.',
		);
	}
	const fields = {
		messenger_number: number,
		first_name: readOrRefusal(personsName, recipient.first_name, named(firstName)),
		name: readOrRefusal(personsName, recipient.name, named(name)),
		email: readOrRefusal(optionalEmailAddress, recipient.email, named(email)),
	};
	return { fields: withoutEmpty(fields), leftOut: leftOutOf(Object.entries(fields)) };
}

export function recipientsOf(body: IDataObject | undefined): IDataObject[] {
	return (body?.recipient ?? []) as IDataObject[];
}
