import { exampleWorkflows } from '../../../playground/content';
import {
	readExpectedRequests,
	type ExpectedRequest,
} from '../../../playground/demo/expectedRequests';

const post = (path: string, body: object): ExpectedRequest => ({
	method: 'POST',
	path: `/webhook/${path}`,
	query: {},
	body,
	status: 200,
});

const verify = (email: string) => post('email/verify', { email });

const find = (email: string, status = 200): ExpectedRequest => ({
	method: 'GET',
	path: '/webhook/contact/find',
	query: { email },
	status,
});

/** An event that the sandbox accepts. */
export const sendEvent = (contact: object, event: object) => post('event/send', { contact, event });

const orderPlaced = (email: string, data: object) =>
	sendEvent({ email }, { code: 'order_placed', name: 'Order placed', data });

const campaign = (language: string, messenger_number: string, first_name: string) =>
	post('campaign', {
		from_number: '+14155550100',
		type: 'template',
		content: { template_name: 'welcome', template_language: language },
		recipient: [{ messenger_number, first_name }],
	});

const [anna, claire, oliver] = [
	'anna.schmidt@example.com',
	'claire.dubois@example.com',
	'oliver.hughes@example.com',
] as const;

const orders = [
	orderPlaced(anna, { order: '1042' }),
	orderPlaced(claire, { order: '1044' }),
	orderPlaced(oliver, { order: '1046' }),
];

const welcome = JSON.stringify(exampleWorkflows().find(({ id }) => id === 'crm-welcome'));

/** The requests that the sandbox should receive from each example that runs with a click. */
export const expectations: Record<string, ExpectedRequest[] | undefined> = {
	'ai-agent-approval': undefined,
	'practice-service': undefined,
	'opt-outs': [],
	'quiet-hours': [],
	'local-numbers': [],
	'ai-agent-tool': [
		find(anna),
		verify(anna),
		sendEvent(
			{ email: anna },
			{
				code: 'callback_requested',
				name: 'Call back requested',
				data: { source: 'support agent' },
			},
		),
	],
	'campaign-to-segment': [],
	'collect-crm-webhooks': [],
	'crm-triggers': undefined,
	'errors-to-slack': undefined,
	// As the demo, for the addresses that the example holds itself. Run by hand, campaigns are only shown.
	'crm-welcome': readExpectedRequests().filter((request) => {
		const [, address = ''] = /"email":"(.*?)"/.exec(JSON.stringify(request)) ?? [];
		return request.path !== '/webhook/campaign' && welcome.includes(address);
	}),
	'error-output': [anna, claire, oliver]
		.map((email) => find(email))
		.concat(find('unknown.person@example.com', 404), orders),
	'error-routes': orders,
	'once-per-contact': [],
	'event-from-webhook': undefined,
	outbox: [orderPlaced(anna, { key: 'order-1042' }), orderPlaced(claire, { key: 'order-1044' })],
	'verify-list': [
		anna,
		'lukas.weber@example.org',
		'info@example.com',
		claire,
		'bounce@example.net',
		'new.customer@example.com',
	].map(verify),
};

/** The campaigns of a real run of once-per-contact. A person approves the first one in ai-agent-approval. */
export const campaigns = [
	campaign('de', '+491713920001', 'Anna'),
	campaign('fr', '+33639980112', 'Claire'),
	campaign('en', '+447700900123', 'Oliver'),
];
