import type { WorkflowFile } from '../playground/content';

/** Where the requests go. */
interface Service {
	url: string;
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

/** HTTP Request with this package's credential; its body is one expression, which is the cheapest that it can do. */
const httpRequest = ({ url }: Service, path: string, body: string): Sender => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	// Failures go on as items: otherwise the workflow ends at the first 429.
	onError: 'continueRegularOutput',
	credentials: { messengerApi: { name: 'Messenger API' } },
	parameters: {
		method: 'POST',
		url: `${url}/webhook/${path}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'messengerApi',
		sendHeaders: true,
		headerParameters: { parameters: [{ name: 'Accept', value: 'application/json' }] },
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `={{ ${body} }}`,
		options: {},
	},
});

/** The senders of an event for each item, with what people write in fields. */
export const events = {
	'Event: Send': () =>
		messenger({
			resource: 'event',
			operation: 'send',
			contactEmail: "={{ $('Items').item.json.email }}",
			contactMessengerNumber: '={{ $json.messenger_number.trim() }}',
			contactName: '=Contact {{ $json.order_id }}',
			eventCode: 'order_placed',
			eventName: 'Order placed',
			dataInput: 'fields',
			data: {
				field: [{ name: 'order_id', value: '={{ $json.messenger_number + $json.order_id }}' }],
			},
		}),
	'HTTP Request': (service: Service) =>
		httpRequest(
			service,
			'event/send',
			`{ contact: { email: $('Items').item.json.email, messenger_number: $json.messenger_number.trim(), name: "Contact " + $json.order_id }, event: { code: 'order_placed', name: 'Order placed', data: { order_id: $json.messenger_number + $json.order_id } } }`,
		),
};

/** The senders of a campaign in which each item is a recipient. */
export const campaigns = {
	'Campaign: Send to All Items': () =>
		messenger({
			resource: 'campaign',
			operation: 'sendToItems',
			sendMode: 'send',
			fromNumber: '+491510000000',
			templateName: 'spring_sale',
			templateLanguage: 'en',
			messengerNumber: '={{ $json.messenger_number }}',
			recipientFields: { email: '={{ $json.email }}' },
		}),
	'HTTP Request': (service: Service) =>
		httpRequest(
			service,
			'campaign',
			`{ from_number: '+491510000000', type: 'template', content: { template_name: 'spring_sale', template_language: 'en' }, recipient: [{ messenger_number: $json.messenger_number, email: $json.email }] }`,
		),
};
