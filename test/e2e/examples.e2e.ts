import type { Page } from '@playwright/test';
import { expect, test } from './test';
import { compareJournal } from '../../demo/journalComparison';
import type { ExpectedRequest } from '../../demo/expectedRequests';
import { exampleWorkflows } from '../../playground/content';
import {
	agentExpectation,
	approvedCampaign,
	expectations,
	oncePerContact,
	webhookExpectation,
} from './expectations';
import { Editor } from './editor';
import { script } from './model';
import { receivedRequests, resetSandbox } from './sandbox';
import { callWebhook, executionsOf, publish, saveWorkflow } from './savedWorkflows';
import { readSettings } from './settings';
import { webhook } from './workflowBuilder';

const email = 'anna.schmidt@example.com';

test.beforeEach(resetSandbox);

test('there is a test for every example', () => {
	const apart = ['ai-agent-approval', 'ai-agent-tool', 'event-from-webhook', 'practice-service'];
	const tested = [...Object.keys(expectations), ...apart];
	expect(exampleWorkflows().map(({ id }) => id)).toEqual(tested.sort());
});

for (const [id, expected] of Object.entries(expectations)) {
	test(`the example ${id} runs with a click and sends exactly what it should`, async ({ page }) => {
		const editor = new Editor(page);
		await editor.openWorkflow(id);
		expect(await editor.execute('When clicking ‘Execute workflow’')).toBe('success');
		await expectReceived(expected);
	});
}

test('the example event-from-webhook answers its caller with the event', async ({ page }) => {
	const editor = new Editor(page);
	await editor.openWorkflow('event-from-webhook');
	await page.getByTestId('execute-workflow-button').first().click();
	await expect(page.getByTestId('stop-execution-waiting-for-webhook-button')).toBeVisible();
	const call = async (headers: Record<string, string>) =>
		await fetch(`${readSettings().editorUrl}/webhook-test/order-placed`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...headers },
			body: JSON.stringify({
				email,
				name: 'Anna Schmidt',
				order: { number: 1042, total: '59.90' },
			}),
		});
	expect((await call({})).status).toBe(403);
	const response = await call({ 'X-Order-Key': 'playground' });
	expect(response.status).toBe(200);
	expect(await response.json()).toEqual({ success: true, id: expect.any(String) });
	await expectReceived(webhookExpectation);
});

test('the example ai-agent-tool finds, verifies and records with three tools', async ({ page }) => {
	await script([
		{ tool: 'Find_Contact', arguments: { email } },
		{ tool: 'Verify_Email', arguments: { email } },
		{
			tool: 'Send_Event',
			arguments: { email, code: 'callback_requested', name: 'Call back requested' },
		},
		{ text: 'Anna is a contact, her address is safe, and the call back is noted.' },
	]);
	const editor = new Editor(page);
	await editor.openWorkflow('ai-agent-tool');
	expect(await editor.execute()).toBe('success');
	await expectReceived(agentExpectation);
});

for (const [decision, expected] of [
	['Approve', [approvedCampaign]],
	['Decline', []],
] as const) {
	test(`the example ai-agent-approval asks a person first, who answers ${decision}`, async ({
		ownPage: page,
	}) => {
		const number = '+49 171 3920001';
		const toolParameters = { number, template: 'welcome', language: 'de', first_name: 'Anna' };
		await script([
			{ tool: 'Send_Campaign', arguments: { toolParameters, hitlParameters: {} } },
			{ text: 'That is done.' },
		]);
		await answerAsAPerson(page);
		const editor = new Editor(page);
		await editor.openWorkflow('ai-agent-approval');
		await editor.say(`Send the template welcome to Anna at ${number}`);
		await expect(page.getByText(`Send the template welcome (de) to Anna ${number}?`)).toBeVisible();
		await expectReceived([]);
		await page.getByRole('button', { name: decision, exact: true }).click();
		await expect(page.locator('.chat-message').getByText('That is done.')).toBeVisible();
		await expectReceived([...expected]);
		// The editor remembers that the chat is open, and the logs with it.
		await page.getByTestId('workflow-chat-button').first().click();
	});
}

test('the example once-per-contact sends once in its real runs', async ({ page }) => {
	const { id, nodes, ...example } = exampleWorkflows().find(
		(workflow) => workflow.id === 'once-per-contact',
	)!;
	// A webhook in place of the schedule, under its name.
	const started = nodes.map(({ type, name, ...rest }) =>
		type.endsWith('.scheduleTrigger') ? { ...webhook(id!), name } : { type, name, ...rest },
	);
	const workflow = await saveWorkflow(page, { ...example, nodes: started });
	await publish(page, workflow);
	for (const expected of [oncePerContact, []]) {
		await resetSandbox();
		// The answer to the second is n8n's 500: it has no item to answer with.
		await callWebhook(id!);
		await expect
			.poll(async () => (await executionsOf(page, workflow.id))[0]?.status)
			.toBe('success');
		await expectReceived(expected);
	}
});

test('the notes of every example are as large as their text, and cut nothing off', async ({
	page,
}) => {
	test.setTimeout(180_000);
	const editor = new Editor(page);
	for (const { id = '' } of exampleWorkflows()) {
		await test.step(id, async () => {
			await editor.openWorkflow(id);
			await expect(page.getByTestId('sticky').first()).toBeVisible();
			for (const note of await page.getByTestId('sticky').all()) {
				const { blank, cutOff } = await note.evaluate((element) => {
					const text = element.querySelector('h2')!.parentElement!;
					const wide = [...text.querySelectorAll('*')].filter(
						({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
					);
					return { blank: element.clientHeight - text.offsetHeight, cutOff: wide.length };
				});
				expect(blank).toBeGreaterThanOrEqual(24);
				expect(blank).toBeLessThanOrEqual(64);
				expect(cutOff).toBe(0);
			}
		});
	}
});

/** n8n takes a browser without a window for a program that previews links, and ignores its answer. */
async function answerAsAPerson(page: Page): Promise<void> {
	const userAgent = String(await page.evaluate('navigator.userAgent'));
	await page.setExtraHTTPHeaders({ 'User-Agent': userAgent.replace('Headless', '') });
}

async function expectReceived(expected: ExpectedRequest[]): Promise<void> {
	const differences = compareJournal(expected, await receivedRequests());
	expect(differences).toEqual({ missing: [], unexpected: [] });
}
