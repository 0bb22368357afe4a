import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { choice } from '../../input/choice';
import { optionalEmailAddress } from '../../input/emailAddress';
import { data, dataFromFields, dataFromJson, dataJson, type DataFields } from './eventData';
import { refuse } from '../../input/InvalidInput';
import { optionalPhoneNumber } from '../../input/phoneNumber';
import { optionalText, requiredText, withoutEmpty } from '../../input/text';
import { defineOperation } from '../../run/defineOperation';
import { endpoints } from '../../http/endpoints';
import { wholeBody } from '../../response/parse';
import { inBody } from '../fields';

interface EventParams {
	contact?: IDataObject;
	event?: IDataObject;
	/** The event's data in one of its two forms. */
	options?: { dataInput?: unknown; dataFields?: DataFields; dataJson?: unknown };
}

const contactEmail: INodeProperties = {
	displayName: 'Contact Email',
	name: 'contactEmail',
	type: 'string',
	default: '',
	placeholder: 'e.g. nathan@example.com',
	hint: 'Enter at least one of email, number and name',
	description: 'Email address of the contact',
	routing: inBody('contact.email'),
};

const contactMessengerNumber: INodeProperties = {
	displayName: 'Contact Messenger Number',
	name: 'contactMessengerNumber',
	type: 'string',
	default: '',
	placeholder: 'e.g. +1 415 555 0123',
	hint: 'With "+" and country code',
	description: 'Phone number of the contact',
	routing: inBody('contact.messenger_number'),
};

const contactName: INodeProperties = {
	displayName: 'Contact Name',
	name: 'contactName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Nathan Li',
	description: 'Name of the contact',
	routing: inBody('contact.name'),
};

const eventCode: INodeProperties = {
	displayName: 'Event Code',
	name: 'eventCode',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. order_placed',
	description: 'Code that identifies this kind of event in the service',
	routing: inBody('event.code'),
};

const eventName: INodeProperties = {
	displayName: 'Event Name',
	name: 'eventName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Order placed',
	description: 'Readable name of the event',
	routing: inBody('event.name'),
};

const dataInput: INodeProperties = {
	displayName: 'Specify Data',
	name: 'dataInput',
	type: 'options',
	default: 'fields',
	description: 'How to specify the data of the event, which is free-form',
	routing: inBody('options.dataInput'),
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
};

/** The contact of an event; one of its fields is enough (docs/node-contract.md, `event` / `send`). */
function contactFrom(fields: IDataObject = {}): IDataObject {
	const contact = withoutEmpty({
		name: optionalText(fields.name, contactName),
		email: optionalEmailAddress(fields.email, contactEmail),
		messenger_number: optionalPhoneNumber(fields.messenger_number, contactMessengerNumber),
	});
	if (Object.keys(contact).length === 0) {
		refuse(
			contactEmail,
			"is empty, and so are 'Contact Messenger Number' and 'Contact Name'",
			'Enter at least one of the three, or check what their expressions return.',
		);
	}
	return contact;
}

function eventFrom({ code, name }: IDataObject = {}, options: EventParams['options']): IDataObject {
	// Both forms are there where an expression chooses: n8n cannot know which one it hides.
	const given =
		choice(options, dataInput) === 'json'
			? dataFromJson(options?.dataJson)
			: dataFromFields(options?.dataFields);
	return withoutEmpty({
		code: requiredText(code, eventCode),
		name: optionalText(name, eventName),
		data: Object.keys(given).length === 0 ? undefined : given,
	});
}

export const send = defineOperation<EventParams>({
	name: 'Send',
	value: 'send',
	action: 'Send event',
	description: 'Record an event for a contact',
	endpoint: endpoints.sendEvent,
	inputsToCheck:
		"Check the contact ('Contact Email', 'Contact Messenger Number', 'Contact Name') and the event ('Event Code', 'Event Name', 'Data').",
	subject: ({ body }) => {
		const { email, messenger_number: number, name } = (body?.contact ?? {}) as IDataObject;
		return email ?? number ?? name;
	},
	toRequest: ({ contact, event, options }) => ({
		body: { contact: contactFrom(contact), event: eventFrom(event, options) },
	}),
	toItems: wholeBody,
	parameters: [
		contactEmail,
		contactMessengerNumber,
		contactName,
		eventCode,
		eventName,
		dataInput,
		data,
		dataJson,
	],
});
