import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { record } from '../../../runtime/service';
import { optionalEmailAddress } from '../../../runtime/input/emailAddress';
import { refuse } from '../../../runtime/input/InvalidInput';
import { optionalPhoneNumber } from '../../../runtime/input/phoneNumber';
import { optionalText, requiredText, withoutEmpty } from '../../../runtime/input/text';
import { wholeBody } from '../../../runtime/response/parse';
import type { OperationDefinition } from '../../../runtime/run/operation';
import { inParams } from '../../../runtime/node/parameters';
import { emailField, phoneNumberField, textField } from '../fields';
import { dataFrom, dataParameters, type EventDataParams } from './eventData';

interface EventParams {
	contact?: IDataObject;
	event?: IDataObject;
	options?: EventDataParams;
}

const contactEmail: INodeProperties = {
	...emailField,
	displayName: 'Contact Email',
	name: 'contactEmail',
	hint: 'Enter at least one of email, number and name',
	description: 'Email address of the contact',
	routing: inParams('contact.email'),
};

const contactMessengerNumber: INodeProperties = {
	displayName: 'Contact Number',
	name: 'contactMessengerNumber',
	...phoneNumberField,
	placeholder: 'e.g. +1 415 555 0123',
	description: 'Phone number of the contact',
	routing: inParams('contact.messenger_number'),
};

const contactName: INodeProperties = {
	displayName: 'Contact Name',
	name: 'contactName',
	...textField,
	placeholder: 'e.g. Nathan Li',
	description: 'Name of the contact',
	routing: inParams('contact.name'),
};

const eventCode: INodeProperties = {
	displayName: 'Event Code',
	name: 'eventCode',
	...textField,
	required: true,
	placeholder: 'e.g. order_placed',
	description: 'Code that identifies this kind of event in the service',
	routing: inParams('event.code'),
};

const eventName: INodeProperties = {
	displayName: 'Event Name',
	name: 'eventName',
	...textField,
	placeholder: 'e.g. Order placed',
	description: 'Readable name of the event',
	routing: inParams('event.name'),
};

/** One of its fields is enough. */
function contactFrom(fields: IDataObject = {}): IDataObject {
	const contact = withoutEmpty({
		name: optionalText(fields.name, contactName),
		email: optionalEmailAddress(fields.email, contactEmail),
		messenger_number: optionalPhoneNumber(fields.messenger_number, contactMessengerNumber),
	});
	if (Object.keys(contact).length === 0) {
		refuse(
			contactEmail,
			"is empty, and so are 'Contact Number' and 'Contact Name'",
			'Enter at least one of the three, or check what their expressions return.',
		);
	}
	return contact;
}

export const send: OperationDefinition<EventParams> = {
	name: 'Send',
	value: 'send',
	action: 'Send event',
	description: 'Record an event for a contact',
	endpoint: { method: 'POST', url: '/webhook/event/send', readOnly: false, ...record },
	inputsToCheck: [
		"'Contact Email'",
		"'Contact Number'",
		"'Contact Name'",
		"'Event Code'",
		"'Event Name'",
		"'Data'",
	],
	subject: ({ body }) => {
		const { email, messenger_number: number, name } = (body?.contact ?? {}) as IDataObject;
		return email ?? number ?? name;
	},
	toRequest: ({ contact, event = {}, options }) => {
		const data = dataFrom(options);
		return {
			body: {
				contact: contactFrom(contact),
				event: withoutEmpty({
					code: requiredText(event.code, eventCode),
					name: optionalText(event.name, eventName),
					data: Object.keys(data).length > 0 ? data : undefined,
				}),
			},
		};
	},
	toItems: wholeBody,
	parameters: [
		{
			displayName:
				'Events are recorded in every run, also when you run the workflow in the editor.',
			name: 'notice',
			type: 'notice',
			default: '',
			displayOptions: { hide: { '@tool': [true] } },
		},
		contactEmail,
		contactMessengerNumber,
		contactName,
		eventCode,
		eventName,
		...dataParameters,
	],
};
