import type { INodeParameters } from 'n8n-workflow';

/** An operation whose requests carry the mark of their item (see `people`). */
export interface MarkedOperation {
	name: string;
	parameters: INodeParameters;
	/** How many expressions are in its parameters. */
	expressions: number;
	/** Whether it changes nothing at the service. */
	readOnly: boolean;
}

const campaign = { resource: 'campaign', fromNumber: '+14155550100', templateLanguage: 'en' };
const queryParameters = { parameter: [{ name: 'item', value: '={{ $json.email.trim() }}' }] };

export const event: INodeParameters = {
	resource: 'event',
	operation: 'send',
	contactEmail: '={{ $json.email.trim() }}',
	eventCode: 'order',
};

export const campaignSend: INodeParameters = {
	...campaign,
	operation: 'send',
	templateName: 'welcome',
	recipients: { recipient: [{ messengerNumber: '={{ $json.number.trim() }}' }] },
};

export const sendToItems: INodeParameters = {
	...campaign,
	operation: 'sendToItems',
	templateName: 'welcome',
	messengerNumber: '={{ $json.number.trim() }}',
	options: { recipientsPerRequest: 1 },
};

/** All operations of the node. */
export const operations: MarkedOperation[] = [
	{ name: 'campaign: send', parameters: campaignSend, expressions: 1, readOnly: false },
	{ name: 'campaign: sendToItems', parameters: sendToItems, expressions: 1, readOnly: false },
	{ name: 'event: send', parameters: event, expressions: 1, readOnly: false },
	{
		name: 'email: verify',
		parameters: { resource: 'email', operation: 'verify', email: '={{ $json.email.trim() }}' },
		expressions: 1,
		readOnly: true,
	},
	{
		name: 'contact: find',
		parameters: { resource: 'contact', operation: 'find', email: '={{ $json.email.trim() }}' },
		expressions: 1,
		readOnly: true,
	},
	{
		name: 'list: getAll',
		parameters: { resource: 'list', operation: 'getAll', options: { queryParameters } },
		expressions: 1,
		readOnly: true,
	},
	{
		name: 'variable: getAll',
		parameters: { resource: 'variable', operation: 'getAll', options: { queryParameters } },
		expressions: 1,
		readOnly: true,
	},
];

export const writing = operations.filter(({ readOnly }) => !readOnly);
