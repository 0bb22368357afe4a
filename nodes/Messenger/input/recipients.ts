import type { IDataObject } from 'n8n-workflow';

import { optionalEmailAddress } from './emailAddress';
import { refuse } from './InvalidInput';
import { jsonObjects } from './json';
import { requiredPhoneNumber } from './phoneNumber';
import { isEmpty, optionalText, withoutEmpty } from './text';

/** One recipient as a form in the editor holds it. */
export interface RecipientFields {
	messengerNumber?: unknown;
	firstName?: unknown;
	name?: unknown;
	email?: unknown;
}

/**
 * A recipient in the service's field names (docs/service-interface.md, `recipient[]`).
 *
 * @param which names the recipient in an error where one parameter holds several
 * @throws InvalidInput where the number is missing or malformed, or the email is malformed
 */
export function recipientFromFields(fields: RecipientFields, which?: string): IDataObject {
	return withoutEmpty({
		messenger_number: requiredPhoneNumber(fields.messengerNumber, {
			parameter: 'messengerNumber',
			label: 'Messenger Number',
			which,
		}),
		first_name: optionalText(fields.firstName, {
			parameter: 'firstName',
			label: 'First Name',
			which,
		}),
		name: optionalText(fields.name, { parameter: 'name', label: 'Name', which }),
		email: optionalEmailAddress(fields.email, { parameter: 'email', label: 'Email', which }),
	});
}

/** @throws InvalidInput as {@link recipientFromFields}, and where the list is empty */
export function recipientsFromFields(
	collection: { recipient?: RecipientFields[] } | undefined,
): IDataObject[] {
	const recipients = collection?.recipient ?? [];
	if (recipients.length === 0) {
		refuse(
			{ parameter: 'recipients', label: 'Recipients' },
			'is empty',
			'Add at least one recipient.',
		);
	}
	return recipients.map((recipient, index) =>
		recipientFromFields(recipient, `of recipient ${index + 1}`),
	);
}

/**
 * Recipients given in the service's own field names; keys that the interface does not name pass
 * through as they are.
 *
 * @throws InvalidInput where the value is no array of objects, is empty, or holds a recipient
 * without a well-formed number, with a malformed email, or with a name that is not text
 */
export function recipientsFromJson(value: unknown): IDataObject[] {
	const name = { parameter: 'recipientsJson', label: 'Recipients (JSON)' };
	const recipients = isEmpty(value) ? [] : jsonObjects(value, name);
	if (recipients.length === 0) refuse(name, 'is empty', 'Enter at least one recipient.');
	return recipients.map((recipient, index) => {
		const label = (field: string) => ({
			parameter: 'recipientsJson',
			label: 'Recipients (JSON)',
			which: `at "${field}" of recipient ${index + 1}`,
		});
		return withoutEmpty({
			...recipient,
			messenger_number: requiredPhoneNumber(recipient.messenger_number, label('messenger_number')),
			first_name: optionalText(recipient.first_name, label('first_name')),
			name: optionalText(recipient.name, label('name')),
			email: optionalEmailAddress(recipient.email, label('email')),
		});
	});
}
