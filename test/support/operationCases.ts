import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { ServiceAnswer } from './interceptedService';

/** What all operations have in common, in the words of each. */
export interface OperationCase {
	/** Name of its workflow in test/operations. */
	operation: string;
	method: 'GET' | 'POST';
	/** Path and query of the request that the workflow's first item makes. */
	path: string;
	/** Its body. */
	body?: unknown;
	/** Whether it only reads, and so may be sent again after a failure. */
	readOnly: boolean;
	/** A good answer, and the output items that it gives. */
	answer: ServiceAnswer;
	output: IDataObject[];
	/** An input item, or parameters, that are refused before anything is sent. */
	bad: { item?: IDataObject; parameters?: INodeParameters };
	refusal: { parameter: string; message: string; advice: string };
	/** What a 400 of the service says to check. */
	inputsToCheck: string;
}

const limit = {
	bad: { item: { limit: 0 } },
	refusal: {
		parameter: 'limit',
		message: "'Limit' isn't a whole number of at least 1: \"0\"",
		advice: 'Enter 1 or more.',
	},
	inputsToCheck: "Check 'Query Parameters' in the options.",
};

const malformedEmail = {
	message: "'Email' isn't a valid email address: \"a@\"",
	advice: 'Enter an address without spaces, e.g. nathan@example.com.',
};

const sent = { success: true, message: 'Messenger campaign message(s) sent successfully.' };
const accepted = { success: true, id: 'b7a1a1d2-5f0e-4c39-9a57-6c2c0a1a7d10' };
const verdict = {
	email: 'emily.carter@example.com',
	status: 'safe',
	checked_at: '2026-05-01T09:30:00.123456Z',
};
const newsletter = { uuid: 'c926fc3d-fdde-4a65-a57e-a2234a28cfb3', name: 'News', is_public: true };
const plan = { uuid: 'b164cb39-5d96-424a-a553-b1446f3d4480', key: 'plan' };

export const operationCases: OperationCase[] = [
	{
		operation: 'campaign.send',
		method: 'POST',
		path: '/webhook/campaign',
		body: {
			from_number: '+14155550100',
			type: 'template',
			content: { template_name: 'welcome_message', template_language: 'en' },
			recipient: [{ messenger_number: '+14155550121', first_name: 'Ana' }],
		},
		readOnly: false,
		answer: { body: sent },
		output: [sent],
		bad: { item: { number: '14155550121' } },
		refusal: {
			parameter: 'messengerNumber',
			message: "'Messenger Number' of recipient 1 isn't a valid phone number: \"14155550121\"",
			advice:
				'Enter "+", the country code and the number, 7 to 15 digits in all, e.g. +14155550123.',
		},
		inputsToCheck:
			"Check 'From Number', the template ('Template Name', 'Template Language') and the recipients.",
	},
	{
		operation: 'email.verify',
		method: 'POST',
		path: '/webhook/email/verify',
		body: { email: 'emily.carter@example.com' },
		readOnly: true,
		answer: { body: { message: 'Email successfully verified', data: verdict } },
		output: [verdict],
		bad: { item: { email: 'a@' } },
		refusal: { parameter: 'email', ...malformedEmail },
		inputsToCheck: "Check 'Email'.",
	},
	{
		operation: 'contact.find',
		method: 'GET',
		path: '/webhook/contact/find?email=emily.carter%40example.com',
		readOnly: true,
		answer: { body: { data: { email: 'emily.carter@example.com' } } },
		output: [{ email: 'emily.carter@example.com' }],
		bad: { item: { email: 'a@' } },
		refusal: { parameter: 'email', ...malformedEmail },
		inputsToCheck: "Check 'Email' and the options.",
	},
	{
		operation: 'list.getAll',
		method: 'GET',
		path: '/webhook/lists',
		readOnly: true,
		answer: { body: { data: [newsletter] } },
		output: [newsletter],
		...limit,
	},
	{
		operation: 'variable.getAll',
		method: 'GET',
		path: '/webhook/customfields',
		readOnly: true,
		answer: { body: { success: true, id: 'x', data: [plan] } },
		output: [plan],
		...limit,
	},
	{
		operation: 'event.send',
		method: 'POST',
		path: '/webhook/event/send',
		body: {
			contact: { email: 'emily.carter@example.com' },
			event: { code: 'order_placed' },
		},
		readOnly: false,
		answer: { body: accepted },
		output: [accepted],
		bad: { item: { email: 'a@' } },
		refusal: {
			parameter: 'contactEmail',
			message: "'Contact Email' isn't a valid email address: \"a@\"",
			advice: malformedEmail.advice,
		},
		inputsToCheck:
			"Check the contact ('Contact Email', 'Contact Messenger Number', 'Contact Name') and the event ('Event Code', 'Event Name', 'Data').",
	},
];
