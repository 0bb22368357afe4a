import type { WorkflowFile } from '../playground/content';

/** Where the requests go. */
interface Service {
	url: string;
	apiKey: string;
}

/** A node that sends, without what all of them have. */
interface Sender {
	type: string;
	typeVersion: number;
	parameters: object;
	credentials?: WorkflowFile['nodes'][number]['credentials'];
	onError?: 'continueRegularOutput';
}

/** The name of the node that is measured. */
export const measured = 'Sender';

/** A webhook whose body has `items`, and a node that sends something for each of them. */
export function workflowAround(path: string, sender: Sender): WorkflowFile {
	const nodes = [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			webhookId: path,
			parameters: { path, httpMethod: 'POST', responseMode: 'onReceived' },
		},
		{
			name: 'Items',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			parameters: { fieldToSplitOut: 'body.items' },
		},
		{ name: measured, ...sender },
	];
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		name: path,
		nodes: nodes.map((each, index) => ({ id: each.name, position: [220 * index, 0], ...each })),
		connections: { Webhook: to('Items'), Items: to(measured) },
		settings: { executionOrder: 'v1' },
	} as WorkflowFile;
}

const messenger = (parameters: object): Sender => ({
	type: 'n8n-nodes-messenger.messenger',
	typeVersion: 1,
	parameters,
});

/** HTTP Request, whose body is one expression, which is the cheapest that it can do. */
const httpRequest = (
	{ url, apiKey }: Service,
	path: string,
	body: string,
	hasCredential: boolean,
): Sender => {
	const key = { name: 'Authorization', value: `Bearer ${apiKey}` };
	const headers = [{ name: 'Accept', value: 'application/json' }, ...(hasCredential ? [] : [key])];
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		// Failures go on as items: otherwise the workflow ends at the first 429.
		onError: 'continueRegularOutput',
		...(hasCredential && { credentials: { messengerApi: { name: 'Messenger API' } } }),
		parameters: {
			method: 'POST',
			url: `${url}/webhook/${path}`,
			...(hasCredential && {
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'messengerApi',
			}),
			sendHeaders: true,
			headerParameters: { parameters: headers },
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ ${body} }}`,
			options: {},
		},
	};
};

/** A way to send something for each item. */
type Way = (service: Service) => Sender;

/** The node, and HTTP Request with the node's credential and with the key in a header. */
const ways = (
	name: string,
	parameters: object,
	path: string,
	body: string,
): Record<string, Way> => ({
	[name]: () => messenger(parameters),
	'HTTP Request': (service) => httpRequest(service, path, body, true),
	'HTTP Request without credential': (service) => httpRequest(service, path, body, false),
});

const event = { resource: 'event', operation: 'send', eventCode: 'order_placed' };

/** An event for each item, with an item's fields as they are. */
export const plainEvents = ways(
	'Event: Send',
	{
		...event,
		contactEmail: '={{ $json.email }}',
		contactMessengerNumber: '={{ $json.messenger_number }}',
		dataInput: 'fields',
		data: { field: [{ name: 'order_id', value: '={{ $json.order_id }}' }] },
	},
	'event/send',
	"{ contact: { email: $json.email, messenger_number: $json.messenger_number }, event: { code: 'order_placed', data: { order_id: $json.order_id } } }",
);

/** An event for each item, with a mix of what people write in fields. */
export const mixedEvents = ways(
	'Event: Send',
	{
		...event,
		contactEmail: "={{ $('Items').item.json.email }}",
		contactMessengerNumber: '={{ $json.messenger_number.trim() }}',
		contactName: '=Contact {{ $json.order_id }}',
		dataInput: 'fields',
		data: {
			field: [{ name: 'order_id', value: '={{ $json.messenger_number + $json.order_id }}' }],
		},
	},
	'event/send',
	`{ contact: { email: $('Items').item.json.email, messenger_number: $json.messenger_number.trim(), name: "Contact " + $json.order_id }, event: { code: 'order_placed', data: { order_id: $json.messenger_number + $json.order_id } } }`,
);

/** A campaign in which each item is a recipient. */
export const campaigns = ways(
	'Campaign: Send to All Items',
	{
		resource: 'campaign',
		operation: 'sendToItems',
		sendMode: 'send',
		fromNumber: '+491510000000',
		templateName: 'spring_sale',
		templateLanguage: 'en',
		messengerNumber: '={{ $json.messenger_number }}',
		recipientFields: { email: '={{ $json.email }}' },
	},
	'campaign',
	`{ from_number: '+491510000000', type: 'template', content: { template_name: 'spring_sale', template_language: 'en' }, recipient: [{ messenger_number: $json.messenger_number, email: $json.email }] }`,
);
