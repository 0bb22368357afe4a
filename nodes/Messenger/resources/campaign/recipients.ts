import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { optionalEmailAddress } from '../../input/emailAddress';
import { refuse } from '../../input/InvalidInput';
import { jsonObjects } from '../../input/json';
import { requiredPhoneNumber } from '../../input/phoneNumber';
import { isEmpty, optionalText, withoutEmpty } from '../../input/text';
import {
	email,
	firstName,
	messengerNumber,
	name,
	recipients as recipientsProperty,
	recipientsJson,
} from './recipientParameters';

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
	const labelled = ({ name, displayName }: INodeProperties) => ({ name, displayName, which });
	return withoutEmpty({
		messenger_number: requiredPhoneNumber(fields.messengerNumber, labelled(messengerNumber)),
		first_name: optionalText(fields.firstName, labelled(firstName)),
		name: optionalText(fields.name, labelled(name)),
		email: optionalEmailAddress(fields.email, labelled(email)),
	});
}

/** @throws InvalidInput as {@link recipientFromFields}, and where the list is empty */
export function recipientsFromFields(
	collection: { recipient?: RecipientFields[] } | undefined,
): IDataObject[] {
	const recipients = collection?.recipient ?? [];
	if (recipients.length === 0) {
		refuse(recipientsProperty, 'is empty', 'Add at least one recipient.');
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
	const recipients = isEmpty(value) ? [] : jsonObjects(value, recipientsJson);
	if (recipients.length === 0) refuse(recipientsJson, 'is empty', 'Enter at least one recipient.');
	const { name: parameter, displayName } = recipientsJson;
	return recipients.map(({ first_name: first, name, email, ...others }, index) => {
		const label = (field: string) => ({
			name: parameter,
			displayName,
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
