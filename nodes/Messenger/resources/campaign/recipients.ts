import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Parameter } from '../../../runtime/engine/Parameter';
import { optionalEmailAddress } from '../../../runtime/input/emailAddress';
import { refuse } from '../../../runtime/input/InvalidInput';
import { personsName } from '../../../runtime/input/text';
import { inBody, requiredAs } from '../../../runtime/node/parameters';
import { emailField, personsNumber, personsNumberField, textField } from '../fields';

export const messengerNumber: Parameter = {
	displayName: 'Recipient Number',
	name: 'messengerNumber',
	...personsNumberField,
	...requiredAs(
		personsNumber,
		'To leave out items without a number, put a Filter before this node.',
	),
	description: 'Phone number of the recipient',
};

const firstName: Parameter = {
	displayName: 'First Name',
	name: 'firstName',
	...textField,
	placeholder: 'e.g. Nathan',
	description: 'Given name, for templates that use it',
	check: personsName,
	leftOutAs: 'first_name',
};

const name: Parameter = {
	displayName: 'Name',
	name: 'name',
	...textField,
	placeholder: 'e.g. Nathan Li',
	description: 'Full name, for templates that use it instead of the first name',
	check: personsName,
	leftOutAs: 'name',
};

const email: Parameter = {
	...emailField,
	description: 'Email address of the recipient',
	check: optionalEmailAddress,
	leftOutAs: 'email',
};

/** The parameter of each further field of the service (tools/sandbox/openapi.yaml, `Recipient`). */
export const otherFields: Record<string, Parameter> = { first_name: firstName, name, email };

export const recipients: Parameter = {
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
			values: Object.entries({ messenger_number: messengerNumber, ...otherFields }).map(
				([field, parameter]) => ({
					...parameter,
					routing: inBody(`=recipient[{{$index}}].${field}`),
				}),
			),
		},
	],
};

/** What {@link mappedFields} returned, by the stored parameters, which all items of a run share. */
const mapped = new WeakMap<INodeParameters, string[]>();

/** The fields of recipients that the node fills: of Send to All Items those that were added, of Send those with a value. */
export function mappedFields(stored: INodeParameters): string[] {
	const known = mapped.get(stored);
	if (known) return known;
	const { recipientFields, recipients: form } = stored;
	const { recipient = [] } = (form ?? {}) as { recipient?: IDataObject[] };
	const isMapped = (parameter: Parameter) =>
		recipientFields
			? parameter.name in (recipientFields as object)
			: recipient.some((row) => row?.[parameter.name]);
	const fields = Object.keys(otherFields).filter((field) => isMapped(otherFields[field]!));
	mapped.set(stored, fields);
	return fields;
}

export function recipientsOf({ recipient = [] }: { recipient?: unknown } = {}): IDataObject[] {
	return recipient as IDataObject[];
}

/** @throws InvalidInput if there is none */
export function requireRecipients(body: object): void {
	if (recipientsOf(body).length === 0) {
		refuse(recipients, 'is empty', 'Add at least one recipient.');
	}
}
