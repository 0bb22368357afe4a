import { write } from '../../../runtime/Service';
import type { LeftOut } from '../../../runtime/engine/GivenParameters';
import type { Parameter } from '../../../runtime/engine/Parameter';
import { optionalEmailAddress } from '../../../runtime/input/emailAddress';
import { refuse } from '../../../runtime/input/InvalidInput';
import { nameText, personsName, readableName } from '../../../runtime/input/text';
import { wholeBody } from '../../../runtime/response/parse';
import type { OperationDefinition } from '../../../runtime/run/operation';
import { inBody, optionsOf, requiredAs } from '../../../runtime/node/parameters';
import { defaultCountry, emailField, noticeOf, personsNumberField, textField } from '../fields';
import { dataParameters } from './eventData';

interface EventParams {
	body: { contact?: { email?: string; messenger_number?: string }; event: { code: string } };
}

const contactEmail: Parameter = {
	...emailField,
	displayName: 'Contact Email',
	name: 'contactEmail',
	hint: 'Enter an email, a number, or both',
	description:
		"Email address of the contact. A malformed one is left out if 'Contact Number' is valid, and vice versa.",
	routing: inBody('contact.email'),
	check: optionalEmailAddress,
	leftOutAs: 'email',
};

const contactMessengerNumber: Parameter = {
	displayName: 'Contact Number',
	name: 'contactMessengerNumber',
	...personsNumberField,
	description: 'Phone number of the contact',
	routing: inBody('contact.messenger_number'),
	leftOutAs: 'messenger_number',
};

const contactName: Parameter = {
	displayName: 'Contact Name',
	name: 'contactName',
	...textField,
	placeholder: 'e.g. Nathan Li',
	description: 'Name of the contact',
	routing: inBody('contact.name'),
	check: personsName,
	leftOutAs: 'name',
};

const eventCode: Parameter = {
	displayName: 'Event Code',
	name: 'eventCode',
	...textField,
	...requiredAs(nameText),
	placeholder: 'e.g. order_placed',
	description: 'Code that identifies this kind of event in the service',
	routing: inBody('event.code'),
};

const eventName: Parameter = {
	displayName: 'Event Name',
	name: 'eventName',
	...textField,
	placeholder: 'e.g. Order placed',
	description: 'Readable name of the event',
	routing: inBody('event.name'),
	check: readableName,
	leftOutAs: 'event_name',
};

/** @throws InvalidInput if the contact has neither an email nor a number, or each that it has is malformed */
function checkContact({ contact = {} }: EventParams['body'], leftOut: LeftOut[]): void {
	if (contact.email || contact.messenger_number) return;
	const malformed = leftOut.find(({ name }) => name === 'email' || name === 'messenger_number');
	if (malformed) throw malformed.refusal;
	refuse(
		contactEmail,
		"is empty, and so is 'Contact Number'",
		'Enter at least one of the two, or check what their expressions return. A name alone identifies nobody.',
	);
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
	about: ({ body: { contact } }) => ({ subject: contact?.email || contact?.messenger_number }),
	toRequest: ({ body }, _, leftOut) => {
		checkContact(body, leftOut);
		return { body };
	},
	ownFields: ({ params: { body } }) => ({
		...(body.contact?.email && { contact_email: body.contact.email }),
		...(body.contact?.messenger_number && { messenger_number: body.contact.messenger_number }),
		event_code: body.event.code,
	}),
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
