import { expect, test } from './test';
import { compareJournal } from '../../demo/journalComparison';
import type { ExpectedRequest } from '../../demo/expectedRequests';
import { exampleWorkflows } from '../../playground/content';
import { agentExpectation, expectations, webhookExpectation } from './expectations';
import { Editor } from './editor';
import { script } from './model';
import { receivedRequests, resetSandbox } from './sandbox';
import { readSettings } from './settings';

const email = 'anna.schmidt@example.com';

test.beforeEach(resetSandbox);

test('there is a test for every example', () => {
	const tested = [...Object.keys(expectations), 'ai-agent-tool', 'event-from-webhook'];
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
	const response = await fetch(`${readSettings().editorUrl}/webhook-test/order-placed`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ email, name: 'Anna Schmidt', order: { number: 1042, total: '59.90' } }),
	});
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

async function expectReceived(expected: ExpectedRequest[]): Promise<void> {
	const differences = compareJournal(expected, await receivedRequests());
	expect(differences).toEqual({ missing: [], unexpected: [] });
}
