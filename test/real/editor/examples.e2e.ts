import { exampleWorkflows, type WorkflowFile } from '../../../tools/playground/content';
import { expectReceived, receivedRequests, resetSandbox, type ExpectedRequest } from './sandbox';
import { callWebhook, executionsOf, publish, saveWorkflow } from './savedWorkflows';
import { readSettings } from './settings';
import { expect, test } from './test';
import { webhook } from './workflowBuilder';

const post = (path: string, body: object): ExpectedRequest => ({
	method: 'POST',
	path: `/webhook/${path}`,
	query: {},
	body,
	status: 200,
});

/** The campaigns of a real run of once-per-contact. A person approves the first one in ai-agent-approval. */
const campaigns = [
	['de', '+491713920001', 'Anna'],
	['fr', '+33639980112', 'Claire'],
	['en', '+447700900123', 'Oliver'],
].map(([template_language, messenger_number, first_name]) =>
	post('campaign', {
		from_number: '+14155550100',
		type: 'template',
		content: { template_name: 'welcome', template_language },
		recipient: [{ messenger_number, first_name }],
	}),
);

const email = 'anna.schmidt@example.com';
const path = '/webhook/contact/find';

/** The requests of the example's other tools. */
const ofAgent: ExpectedRequest[] = [
	{ method: 'GET', path, query: { email }, status: 200 },
	post('event/send', {
		contact: { email },
		event: {
			code: 'callback_requested',
			name: 'Call back requested',
			data: { source: 'support agent' },
		},
	}),
];

/** An example as a new workflow, with something else in some of its nodes. */
function changed(id: string, change: (node: { name: string; type: string }) => object) {
	const example = exampleWorkflows().find((it) => it.id === id)!;
	const nodes = example.nodes.map((node) => ({ ...node, ...change(node) }));
	return { ...example, id: undefined, nodes };
}

/** The triggers that start by a click: those that nobody outside n8n calls, or that have a sample. */
const clickable = ({ nodes, pinData = {} }: WorkflowFile) =>
	nodes.flatMap(({ name, type }) => {
		const startsAlone = /\.(manual|schedule)Trigger$/.test(type);
		const hasSample = /\.webhook$|Trigger$/.test(type) && pinData[name] !== undefined;
		return startsAlone || hasSample ? [name] : [];
	});

for (const example of exampleWorkflows()) {
	const triggers = clickable(example);
	if (triggers.length === 0) continue;
	test(`${example.id} runs by a click on each trigger, and sends no campaign (M2)`, async ({
		editor,
	}) => {
		await editor.openWorkflow(example.id!);
		await editor.page.getByTestId('zoom-to-fit').click();
		for (const trigger of triggers) expect(await editor.execute(trigger)).toBe('success');
		const paths = (await receivedRequests()).map((request) => request.path);
		expect(paths).not.toContain('/webhook/campaign');
	});
}

test('event-from-webhook records what is sent to its test URL', async ({ editor }) => {
	await editor.openWorkflow('event-from-webhook');
	await editor.node('Order Placed').hover();
	await editor.page.getByTestId('execute-workflow-button-Order Placed').click();
	const url = `${readSettings().editorUrl}/webhook-test/order-placed`;
	const headers = { 'X-Order-Key': 'playground', 'Content-Type': 'application/json' };
	const body = JSON.stringify({ email, order: { id: 1042 } });
	const answer = async () => (await fetch(url, { method: 'POST', headers, body })).status;
	// 404 until n8n waits for the call.
	await expect.poll(answer).toBe(200);
	const event = { code: 'order_placed', name: 'Order placed', data: { id: 1042 } };
	await expectReceived([post('event/send', { contact: { email }, event })]);
});

test('once-per-contact sends once in its real runs', async ({ page }) => {
	const id = 'once-per-contact';
	// A webhook instead of the schedule, under its name.
	const started = changed(id, ({ name, type }) =>
		type.endsWith('.scheduleTrigger') ? { ...webhook(id), name } : {},
	);
	const workflow = await saveWorkflow(page, started);
	await publish(page, workflow);
	for (const expected of [campaigns, []]) {
		await resetSandbox();
		// The answer to the second is n8n's 500: it has no item to answer with.
		await callWebhook(id);
		await expect
			.poll(async () => (await executionsOf(page, workflow.id))[0]?.status)
			.toBe('success');
		await expectReceived(expected);
	}
});

// Version 2 calls its tools by itself, n8n runs those of version 3 as nodes.
for (const typeVersion of [2, 3]) {
	test(`an agent (version ${typeVersion}) that calls Campaign sends nothing (M2)`, async ({
		editor,
	}) => {
		const messengerNumber = "={{ $fromAI('number', 'The phone number', 'string') }}";
		const campaign = {
			resource: 'campaign',
			operation: 'send',
			fromNumber: '+14155550100',
			templateName: 'welcome',
			recipients: { recipient: [{ messengerNumber }] },
		};
		const agent = changed('ai-agent-tool', ({ name }) => ({
			...(name === 'Support Agent' && { typeVersion }),
			...(name === 'Verify Email' && { parameters: campaign }),
		}));
		await editor.openNew(agent);
		expect(await editor.execute('When clicking ‘Execute workflow’')).toBe('success');
		await expectReceived(ofAgent);
		await editor.openNode('Support Agent');
		await expect(editor.page.getByTestId('output-panel')).toContainText('preview');
		await editor.closeNode();
		const panel = await editor.openNode('Verify Email');
		await expect(editor.parameter('sendMode').locator('input')).toHaveValue('Preview Only');
		await expect(panel).toContainText('human review');
	});
}

for (const decision of ['Approve', 'Decline']) {
	test(`ai-agent-approval asks a person first, who answers ${decision}`, async ({
		ownEditor: editor,
	}) => {
		const { page } = editor;
		// n8n takes a browser without a window for a program that previews links, and ignores its answer.
		const userAgent = String(await page.evaluate('navigator.userAgent'));
		await page.setExtraHTTPHeaders({ 'User-Agent': userAgent.replace('Headless', '') });
		await editor.openWorkflow('ai-agent-approval');
		await editor.say('Send the template welcome to Anna');
		const button = page.getByRole('button', { name: decision, exact: true });
		await expect(button).toBeVisible();
		await expectReceived([]);
		await button.click();
		await expect(page.locator('.chat-message').getByText('Done:')).toBeVisible();
		await expectReceived(decision === 'Approve' ? campaigns.slice(0, 1) : []);
		// The editor remembers that the chat is open, and the logs with it.
		await page.getByTestId('workflow-chat-button').first().click();
	});
}
