import type { IDataObject } from 'n8n-workflow';

import { optionalEmailAddress } from '../../input/emailAddress';
import { dataFromFields, dataFromJson, type DataFields } from '../../input/eventData';
import { refuse } from '../../input/InvalidInput';
import { optionalPhoneNumber } from '../../input/phoneNumber';
import { optionalText, requiredText, withoutEmpty } from '../../input/text';
import { defineOperation } from '../../operation';
import { endpoints } from '../../request/endpoints';
import { wholeBody } from '../../response/forms';

interface SentEvent {
	contact?: IDataObject;
	event?: IDataObject;
	/** The event's data in one of its two forms. */
	options?: { dataFields?: DataFields; dataJson?: unknown };
}

/** The contact of an event; one of its fields is enough (docs/node-contract.md, `event` / `send`). */
function contactFrom(fields: IDataObject = {}): IDataObject {
	const contact = withoutEmpty({
		name: optionalText(fields.name, { parameter: 'contactName', label: 'Contact Name' }),
		email: optionalEmailAddress(fields.email, {
			parameter: 'contactEmail',
			label: 'Contact Email',
		}),
		messenger_number: optionalPhoneNumber(fields.messenger_number, {
			parameter: 'contactMessengerNumber',
			label: 'Contact Messenger Number',
		}),
	});
	if (Object.keys(contact).length === 0) {
		refuse(
			{ parameter: 'contactEmail', label: 'Contact Email' },
			'is empty, and so are Contact Messenger Number and Contact Name',
			'Fill in at least one of contactEmail, contactMessengerNumber and contactName.',
		);
	}
	return contact;
}

function eventFrom({ code, name }: IDataObject = {}, options: SentEvent['options']): IDataObject {
	const data =
		options?.dataJson === undefined
			? dataFromFields(options?.dataFields)
			: dataFromJson(options.dataJson);
	return withoutEmpty({
		code: requiredText(code, { parameter: 'eventCode', label: 'Event Code' }),
		name: optionalText(name, { parameter: 'eventName', label: 'Event Name' }),
		data: Object.keys(data).length === 0 ? undefined : data,
	});
}

export const send = defineOperation<SentEvent>({
	name: 'Send',
	value: 'send',
	action: 'Send an event',
	description: 'Record an event for a contact',
	endpoint: endpoints.sendEvent,
	inputsToCheck:
		'Check the contact (contactEmail, contactMessengerNumber, contactName) and the event (eventCode, eventName, data).',
	toRequest: ({ contact, event, options }) => ({
		body: { contact: contactFrom(contact), event: eventFrom(event, options) },
	}),
	toItems: wholeBody,
	parameters: [
		{
			displayName: 'Contact Email',
			name: 'contactEmail',
			type: 'string',
			default: '',
			placeholder: 'nathan@example.com',
			description: 'Address of the contact. Fill in at least one of email, number and name.',
			routing: { send: { type: 'body', property: 'contact.email' } },
		},
		{
			displayName: 'Contact Messenger Number',
			name: 'contactMessengerNumber',
			type: 'string',
			default: '',
			placeholder: '+1 415 555 0123',
			description: 'Phone number of the contact, with "+" and country code',
			routing: { send: { type: 'body', property: 'contact.messenger_number' } },
		},
		{
			displayName: 'Contact Name',
			name: 'contactName',
			type: 'string',
			default: '',
			placeholder: 'Nathan Li',
			description: 'Name of the contact, as the service should know it',
			routing: { send: { type: 'body', property: 'contact.name' } },
		},
		{
			displayName: 'Event Code',
			name: 'eventCode',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'order_placed',
			description: 'Code by which the service knows the kind of event',
			routing: { send: { type: 'body', property: 'event.code' } },
		},
		{
			displayName: 'Event Name',
			name: 'eventName',
			type: 'string',
			default: '',
			placeholder: 'Order placed',
			description: 'Readable name of the event. Left out of the request when empty.',
			routing: { send: { type: 'body', property: 'event.name' } },
		},
		{
			displayName: 'Specify Data',
			name: 'dataInput',
			type: 'options',
			default: 'fields',
			description: 'How to give the data of the event, which is free-form',
			options: [
				{
					name: 'Using Fields Below',
					value: 'fields',
					description: 'Name and value pairs',
				},
				{
					name: 'Using JSON',
					value: 'json',
					description: 'One JSON object, which may be nested',
				},
			],
		},
		{
			displayName: 'Data',
			name: 'data',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add field',
			default: {},
			description: 'What is worth knowing about the event. A field without a value is left out.',
			displayOptions: { show: { dataInput: ['fields'] } },
			routing: { send: { type: 'body', property: 'options.dataFields' } },
			options: [
				{
					name: 'field',
					displayName: 'Field',
					values: [
						{
							displayName: 'Name',
							name: 'name',
							type: 'string',
							default: '',
							placeholder: 'order_id',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
							placeholder: '1042',
						},
					],
				},
			],
		},
		{
			displayName: 'Data (JSON)',
			name: 'dataJson',
			type: 'json',
			default: '{}',
			placeholder: '{ "order_id": 1042, "items": ["A1", "B2"] }',
			description: 'A JSON object with what is worth knowing about the event',
			displayOptions: { show: { dataInput: ['json'] } },
			routing: { send: { type: 'body', property: 'options.dataJson' } },
		},
	],
});
