import { Editor } from './editor';
import { beginOutage, endOutage, receivedRequests, resetSandbox } from './sandbox';
import { saveWorkflow } from './savedWorkflows';
import { expect, test } from './test';
import { messenger, node, rowsTo } from './workflowBuilder';

const items = Array.from({ length: 20 }, (_, index) => ({ email: `person-${index}@example.com` }));

/** Events that are sent one after the other, so that an outage finds some of them waiting. */
function events(name: string, maxRetryWait: number) {
	const batching = { batch: { batchSize: 1, batchInterval: 300 } };
	return rowsTo(name, items, [
		node('Send', {
			type: messenger,
			position: [660, 0],
			parameters: {
				resource: 'event',
				operation: 'send',
				contactEmail: '={{ $json.email }}',
				eventCode: 'order_placed',
				requestOptions: { batching, maxRetryWait },
			},
		}),
	]);
}

async function untilSent(count: number): Promise<void> {
	await expect.poll(async () => (await receivedRequests()).length).toBeGreaterThan(count);
}

test.beforeEach(resetSandbox);
test.afterEach(endOutage);

test('a run that has waited for the service says how long it was away', async ({ page }) => {
	const editor = new Editor(page);
	const { id } = await saveWorkflow(page, events('waited-out', 60));
	await editor.openWorkflow(id);
	const ended = editor.execute();
	await untilSent(4);
	await beginOutage('refused', 4);
	expect(await ended).toBe('success');
	await editor.openNode('Send');
	await expect(editor.hints()).toContainText([
		/This run waited [\d.]+ s because the service was unavailable/,
	]);
	const sent = (await receivedRequests()).filter(({ method }) => method === 'POST');
	expect(sent.map(({ status }) => status)).toEqual(items.map(() => 200));
});

test('a run that an outage has ended says what a Retry will send', async ({ page }) => {
	const editor = new Editor(page);
	const { id } = await saveWorkflow(page, events('given-up', 2));
	await editor.openWorkflow(id);
	const ended = editor.execute();
	await untilSent(4);
	await beginOutage('503', 60);
	expect(await ended).toBe('error');
	await editor.openNode('Send');
	await expect(page.getByTestId('node-error-description')).toContainText(
		/\d+ of 20 items were accepted .*To send only the rest, open Executions and press Retry/,
	);
	const lines = (await page.getByTestId('node-error-description').innerText()).split('\n');
	expect(lines[0]).toMatch(/^The service has a problem\. It may have been processed/);
	expect(lines.slice(1)).toEqual([
		expect.stringMatching(/^This run waited [\d.]+ s because the service was unavailable\.$/),
		expect.stringMatching(/^\d+ of 20 items were accepted \(0 to \d+\)\.$/),
		expect.stringMatching(/^\d+ items may have been processed /),
		expect.stringMatching(/^\d+ items were not sent /),
		'To send only the rest, open Executions and press Retry. Execute step sends all again.',
		expect.stringMatching(/^Retry leaves out what may have been processed\. .*'Resend Uncertain'/),
	]);
});
