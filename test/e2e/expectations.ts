import { readExpectedRequests, type ExpectedRequest } from '../../demo/expectedRequests';

const verify = (email: string): ExpectedRequest => ({
	method: 'POST',
	path: '/webhook/email/verify',
	query: {},
	body: { email },
	status: 200,
});

const find = (email: string, status = 200): ExpectedRequest => ({
	method: 'GET',
	path: '/webhook/contact/find',
	query: { email },
	status,
});

/** An event that the sandbox accepts. */
export const sendEvent = (contact: object, event: object): ExpectedRequest => ({
	method: 'POST',
	path: '/webhook/event/send',
	query: {},
	body: { contact, event },
	status: 200,
});

const orderPlaced = (email: string, data: object) =>
	sendEvent({ email }, { code: 'order_placed', name: 'Order placed', data });

/** What the demo sends for the addresses that the example holds itself, and for no address. */
function ofWelcomeExample(request: ExpectedRequest): boolean {
	const address = /"email":"(.*?)"/.exec(JSON.stringify(request))?.[1];
	return (
		address === undefined ||
		[
			'anna.schmidt@example.com',
			'claire.dubois@example.com',
			'oliver.hughes@example.com',
			'bounce@example.net',
			'mei.chen@example.org',
			'sofia.ramirez@example.net',
		].includes(address)
	);
}

const campaign = (language: string, recipient: object[]): ExpectedRequest => ({
	method: 'POST',
	path: '/webhook/campaign',
	query: {},
	body: {
		from_number: '+14155550100',
		type: 'template',
		content: { template_name: 'welcome', template_language: language },
		recipient,
	},
	status: 200,
});

/** What the sandbox should receive from each example that runs with a click. */
export const expectations: Record<string, ExpectedRequest[]> = {
	// Run by hand, campaigns are only shown.
	'crm-welcome': readExpectedRequests()
		.filter(ofWelcomeExample)
		.filter(({ path }) => path !== '/webhook/campaign'),
	'campaign-to-segment': [],
	'once-per-contact': [],
	'opt-outs': [],
	'quiet-hours': [],
	'local-numbers': [],
	'error-output': [
		find('anna.schmidt@example.com'),
		find('claire.dubois@example.com'),
		find('unknown.person@example.com', 404),
		find('oliver.hughes@example.com'),
		orderPlaced('anna.schmidt@example.com', { order: '1042' }),
		orderPlaced('claire.dubois@example.com', { order: '1044' }),
		orderPlaced('oliver.hughes@example.com', { order: '1046' }),
	],
	'error-routes': [
		orderPlaced('anna.schmidt@example.com', { order: '1042' }),
		orderPlaced('claire.dubois@example.com', { order: '1044' }),
		orderPlaced('oliver.hughes@example.com', { order: '1046' }),
	],
	outbox: [
		orderPlaced('anna.schmidt@example.com', { key: 'order-1042' }),
		orderPlaced('claire.dubois@example.com', { key: 'order-1044' }),
	],
	'verify-list': [
		verify('anna.schmidt@example.com'),
		verify('lukas.weber@example.org'),
		verify('info@example.com'),
		verify('claire.dubois@example.com'),
		verify('bounce@example.net'),
		verify('new.customer@example.com'),
	],
};

/** What should be sent by the examples that need more than a click. */
export const webhookExpectation = [
	sendEvent(
		{ name: 'Anna Schmidt', email: 'anna.schmidt@example.com' },
		{ code: 'order_placed', name: 'Order placed', data: { number: 1042, total: '59.90' } },
	),
];

/** What a real run of once-per-contact sends. */
export const oncePerContact = [
	campaign('de', [{ messenger_number: '+491713920001', first_name: 'Anna' }]),
	campaign('fr', [{ messenger_number: '+33639980112', first_name: 'Claire' }]),
	campaign('en', [{ messenger_number: '+447700900123', first_name: 'Oliver' }]),
];

/** What is sent where a person approves what an agent proposes. */
export const approvedCampaign = campaign('de', [
	{ messenger_number: '+491713920001', first_name: 'Anna' },
]);

export const agentExpectation = [
	find('anna.schmidt@example.com'),
	verify('anna.schmidt@example.com'),
	sendEvent(
		{ email: 'anna.schmidt@example.com' },
		{
			code: 'callback_requested',
			name: 'Call back requested',
			data: { source: 'support agent' },
		},
	),
];
