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
			"is empty, and so are 'Contact Messenger Number' and 'Contact Name'",
			'Enter at least one of the three.',
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
	action: 'Send event',
	description: 'Record an event for a contact',
	endpoint: endpoints.sendEvent,
	inputsToCheck:
		"Check the contact ('Contact Email', 'Contact Messenger Number', 'Contact Name') and the event ('Event Code', 'Event Name', 'Data').",
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
			placeholder: 'e.g. nathan@example.com',
			hint: 'Enter at least one of email, number and name',
			description: 'Email address of the contact',
			routing: { send: { type: 'body', property: 'contact.email' } },
		},
		{
			displayName: 'Contact Messenger Number',
			name: 'contactMessengerNumber',
			type: 'string',
			default: '',
			placeholder: 'e.g. +1 415 555 0123',
			hint: 'With "+" and country code',
			description: 'Phone number of the contact',
			routing: { send: { type: 'body', property: 'contact.messenger_number' } },
		},
		{
			displayName: 'Contact Name',
			name: 'contactName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Nathan Li',
			description: 'Name of the contact',
			routing: { send: { type: 'body', property: 'contact.name' } },
		},
		{
			displayName: 'Event Code',
			name: 'eventCode',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. order_placed',
			description: 'Code that identifies this kind of event in the service',
			routing: { send: { type: 'body', property: 'event.code' } },
		},
		{
			displayName: 'Event Name',
			name: 'eventName',
			type: 'string',
			default: '',
			placeholder: 'e.g. Order placed',
			description: 'Readable name of the event',
			routing: { send: { type: 'body', property: 'event.name' } },
		},
		{
			displayName: 'Specify Data',
			name: 'dataInput',
			type: 'options',
			default: 'fields',
			description: 'How to specify the data of the event, which is free-form',
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
			placeholder: 'Add Field',
			default: {},
			description: 'Free-form data of the event. Fields without a value are left out.',
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
							placeholder: 'e.g. order_id',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
							placeholder: 'e.g. 1042',
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
			placeholder: 'e.g. { "order_id": 1042, "items": ["A1", "B2"] }',
			description: 'Free-form data of the event as a JSON object',
			displayOptions: { show: { dataInput: ['json'] } },
			routing: { send: { type: 'body', property: 'options.dataJson' } },
		},
	],
});
