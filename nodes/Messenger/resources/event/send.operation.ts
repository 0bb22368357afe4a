import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { write } from '../../../runtime/Service';
import { optionalEmailAddress } from '../../../runtime/input/emailAddress';
import { InvalidInput, refuse, type ParameterName } from '../../../runtime/input/InvalidInput';
import { leftOutOf, readOrRefusal } from '../../../runtime/input/leftOut';
import { readPhoneNumber } from '../../../runtime/input/phoneNumber';
import {
	nameText,
	personsName,
	requiredText,
	tracelessText,
	withoutEmpty,
} from '../../../runtime/input/text';
import { wholeBody } from '../../../runtime/response/parse';
import type { OperationDefinition } from '../../../runtime/run/operation';
import { inBody, optionsOf } from '../../../runtime/node/parameters';
import { defaultCountry, emailField, noticeOf, personsNumberField, textField } from '../fields';
import { dataFrom, dataParameters, type EventDataParams } from './eventData';

interface EventParams extends EventDataParams {
	body: { contact?: IDataObject; event?: IDataObject };
	options?: { defaultCountry?: unknown };
}

const contactEmail: INodeProperties = {
	...emailField,
	displayName: 'Contact Email',
	name: 'contactEmail',
	hint: 'Enter an email, a number, or both',
	description:
		"Email address of the contact. A malformed one is left out if 'Contact Number' is valid, and vice versa.",
	routing: inBody('contact.email'),
};

const contactMessengerNumber: INodeProperties = {
	displayName: 'Contact Number',
	name: 'contactMessengerNumber',
	...personsNumberField,
	description: 'Phone number of the contact',
	routing: inBody('contact.messenger_number'),
};

const contactName: INodeProperties = {
	displayName: 'Contact Name',
	name: 'contactName',
	...textField,
	placeholder: 'e.g. Nathan Li',
	description: 'Name of the contact',
	routing: inBody('contact.name'),
};

const eventCode: INodeProperties = {
	displayName: 'Event Code',
	name: 'eventCode',
	...textField,
	required: true,
	placeholder: 'e.g. order_placed',
	description: 'Code that identifies this kind of event in the service',
	routing: inBody('event.code'),
};

const eventName: INodeProperties = {
	displayName: 'Event Name',
	name: 'eventName',
	...textField,
	placeholder: 'e.g. Order placed',
	description: 'Readable name of the event',
	routing: inBody('event.name'),
};

/**
 * The contact, by an email, a number, or both. A malformed one is left out where the other one is valid.
 *
 * @returns also all values, with the refusals of those that are left out
 * @throws InvalidInput if neither is valid
 */
function contactFrom({ body: { contact = {} }, options }: EventParams) {
	const country = { value: options?.defaultCountry, parameter: defaultCountry };
	const readNumber = (value: unknown, parameter: ParameterName) =>
		readPhoneNumber(value, parameter, country);
	const email = readOrRefusal(optionalEmailAddress, contact.email, contactEmail);
	const number = readOrRefusal(readNumber, contact.messenger_number, contactMessengerNumber);
	const name = readOrRefusal(personsName, contact.name, contactName);
	const values = { name, email, messenger_number: number };
	const fields = withoutEmpty(values);
	if (!fields.email && !fields.messenger_number) {
		for (const field of [email, number]) if (field instanceof InvalidInput) throw field;
		refuse(
			contactEmail,
			"is empty, and so is 'Contact Number'",
			'Enter at least one of the two, or check what their expressions return. A name alone identifies nobody.',
		);
	}
	return { fields, values };
}

export const send: OperationDefinition<EventParams> = {
	name: 'Send',
	value: 'send',
	action: 'Send event',
	description: 'Record an event for a contact',
	endpoint: { method: 'POST', url: '/webhook/event/send', readOnly: false, ...write },
	inputsToCheck: [
		"'Contact Email'",
		"'Contact Number'",
		"'Contact Name'",
		"'Event Code'",
		"'Event Name'",
		"'Data'",
	],
	about: (params, parts) => {
		const contact = (parts ?? params).body?.contact as IDataObject | undefined;
		return { subject: contact?.email || contact?.messenger_number };
	},
	toRequest: (params) => {
		const { event = {} } = params.body;
		const data = dataFrom(params);
		const { fields: contact, values } = contactFrom(params);
		const code = requiredText(event.code, eventCode, nameText);
		const name = readOrRefusal(tracelessText, event.name, eventName);
		return {
			body: {
				contact,
				event: {
					...withoutEmpty({ code, name }),
					...(Object.keys(data).length > 0 && { data }),
				},
			},
			leftOut: leftOutOf(Object.entries({ ...values, event_name: name })),
		};
	},
	toItems: wholeBody,
	parameters: [
		noticeOf('Events are recorded in every run, even when you run the workflow in the editor'),
		contactEmail,
		contactMessengerNumber,
		contactName,
		eventCode,
		eventName,
		...dataParameters,
		optionsOf(defaultCountry),
	],
};
