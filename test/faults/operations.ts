import type { IDataObject, INodeParameters } from 'n8n-workflow';

import seed from '../../sandbox/seed.json';
import type { ReadRequest } from './FaultyService';

/** An operation as the faults meet it. */
export type FaultedOperation = {
	name: string;
	/** Parameters that make a request of their own for each input item. */
	parameters: INodeParameters;
	path: string;
	/** A good answer, and the output of an item that gets it. */
	answer: IDataObject;
	output: IDataObject;
	/** What a 400 of the service says to check. */
	inputsToCheck: string;
	/** Whether one failed request keeps back the others of a run that stops at errors. */
	stopsAtFailure?: boolean;
	/** Megabytes beyond which no answer is read. */
	largestAnswer: number;
} & (
	| {
			/** It only reads, and so may be sent again after it has left. */
			readOnly: true;
	  }
	| {
			readOnly: false;
			/** The collection of the sandbox's accepted requests that it adds to. */
			accepted: 'campaigns' | 'events';
	  }
);

const sent = { success: true, message: 'Messenger campaign message(s) sent successfully.' };
const verdict = {
	email: 'anna.schmidt@example.com',
	status: 'safe',
	checked_at: '2026-05-01T09:30:00Z',
};
const news = { uuid: 'c926fc3d-fdde-4a65-a57e-a2234a28cfb3', name: 'News', is_public: true };
const emails = seed.contacts.map((contact) => contact.email);
const email = `={{ ${JSON.stringify(emails)}[$itemIndex] }}`;
const number = '={{ "+1415555012" + $itemIndex }}';
const campaign = {
	resource: 'campaign',
	fromNumber: '+14155550100',
	templateName: '={{ "welcome_" + $itemIndex }}',
	templateLanguage: 'en',
};
const campaignInputs =
	"Check 'From Number', the template ('Template Name', 'Template Language') and the recipients.";
const listInputs = "Check 'Query Parameters' in the options.";

/** What tells the requests of a listing apart; the service does not mind it. */
const options = {
	queryParameters: { parameter: [{ name: 'item', value: '={{ $itemIndex }}' }] },
};

/** Which input item a request was made of. */
export function itemOf({ path, body }: ReadRequest): number {
	const text = decodeURIComponent(path) + JSON.stringify(body ?? '');
	const mark = /(?:welcome_|item=)(\d+)/.exec(text)?.[1];
	return mark === undefined ? emails.findIndex((one) => text.includes(one)) : Number(mark);
}

/** All operations of the node. */
export const operations: FaultedOperation[] = [
	{
		name: 'campaign: send',
		parameters: {
			...campaign,
			operation: 'send',
			recipients: { recipient: [{ messengerNumber: number }] },
		},
		readOnly: false,
		path: '/webhook/campaign',
		answer: sent,
		output: sent,
		inputsToCheck: campaignInputs,
		largestAnswer: 1,
		accepted: 'campaigns',
	},
	{
		name: 'campaign: sendToItems',
		stopsAtFailure: true,
		parameters: { ...campaign, operation: 'sendToItems', messengerNumber: number },
		readOnly: false,
		path: '/webhook/campaign',
		answer: sent,
		output: { ...sent, messenger_number: '+14155550120' },
		inputsToCheck: campaignInputs,
		largestAnswer: 1,
		accepted: 'campaigns',
	},
	{
		name: 'event: send',
		parameters: { resource: 'event', operation: 'send', contactEmail: email, eventCode: 'order' },
		readOnly: false,
		path: '/webhook/event/send',
		answer: { success: true, id: 'b7a1a1d2-5f0e-4c39-9a57-6c2c0a1a7d10' },
		output: { success: true, id: 'b7a1a1d2-5f0e-4c39-9a57-6c2c0a1a7d10' },
		inputsToCheck:
			"Check the contact ('Contact Email', 'Contact Messenger Number', 'Contact Name') and the event ('Event Code', 'Event Name', 'Data').",
		largestAnswer: 1,
		accepted: 'events',
	},
	{
		name: 'email: verify',
		parameters: { resource: 'email', operation: 'verify', email },
		readOnly: true,
		path: '/webhook/email/verify',
		answer: { message: 'Email successfully verified', data: verdict },
		output: verdict,
		inputsToCheck: "Check 'Email'.",
		largestAnswer: 1,
	},
	{
		name: 'contact: find',
		parameters: { resource: 'contact', operation: 'find', email },
		readOnly: true,
		path: '/webhook/contact/find',
		answer: { data: { email: 'anna.schmidt@example.com' } },
		output: { email: 'anna.schmidt@example.com' },
		inputsToCheck: "Check 'Email' and the options.",
		largestAnswer: 1,
	},
	{
		name: 'list: getAll',
		parameters: { resource: 'list', operation: 'getAll', options },
		readOnly: true,
		path: '/webhook/lists',
		answer: { data: [news] },
		output: news,
		inputsToCheck: listInputs,
		largestAnswer: 16,
	},
	{
		name: 'variable: getAll',
		parameters: { resource: 'variable', operation: 'getAll', options },
		readOnly: true,
		path: '/webhook/customfields',
		answer: { success: true, id: 'b164cb39-5d96-424a-a553-b1446f3d4480' },
		output: { success: true, id: 'b164cb39-5d96-424a-a553-b1446f3d4480' },
		inputsToCheck: listInputs,
		largestAnswer: 16,
	},
];

/** The operation with this name, such as `event: send`. */
export function operationNamed(name: string): FaultedOperation {
	const operation = operations.find((one) => one.name === name);
	if (!operation) throw new Error(`There is no operation ${name}`);
	return operation;
}
