import type { JournalEntry } from '../../sandbox';
import type { Page } from '@playwright/test';
import { Editor } from './editor';
import { beginOutage, endOutage, receivedRequests, resetSandbox } from './sandbox';
import {
	callWebhook,
	changeNodes,
	executionsOf,
	publish,
	saveWorkflow,
	type SavedWorkflow,
} from './savedWorkflows';
import { expect, test } from './test';
import { messenger, node, rowsTo, webhook } from './workflowBuilder';

/** The people who get something, by number. */
const numbers = Array.from(
	{ length: 20 },
	(_, index) => `+141555502${String(index).padStart(2, '0')}`,
);
const items = numbers.map((number) => ({ number }));

const campaign = {
	resource: 'campaign',
	fromNumber: '+14155550100',
	templateName: 'welcome',
	templateLanguage: 'en',
};
const number = '={{ $json.number }}';

/** One request after the other, so that an outage finds some that are accepted and some that wait. */
const slowly = { batching: { batch: { batchSize: 1, batchInterval: 300 } }, maxRetryWait: 2 };

const operations = [
	{
		name: 'Event: Send',
		parameters: {
			resource: 'event',
			operation: 'send',
			contactMessengerNumber: number,
			eventCode: 'retried',
		},
	},
	{
		name: 'Campaign: Send',
		parameters: {
			...campaign,
			operation: 'send',
			recipients: { recipient: [{ messengerNumber: number }] },
		},
	},
	{
		name: 'Campaign: Send to Input Items',
		parameters: {
			...campaign,
			operation: 'sendToItems',
			messengerNumber: number,
			options: { recipientsPerRequest: 2 },
		},
	},
];

/** A body with the people whom it is for. */
interface Body {
	contact?: { messenger_number: string };
	recipient?: Array<Body['contact']>;
}

/** The numbers of the writing requests with such a status, in order. */
function numbersWith(journal: JournalEntry[], isStatus: (status: number) => boolean): string[] {
	return journal
		.filter(({ method, status }) => method === 'POST' && status !== null && isStatus(status))
		.flatMap(({ body }) => {
			const { contact, recipient = [contact] } = body as Body;
			return recipient.map((it) => it?.messenger_number ?? '');
		})
		.sort();
}

const accepted = (journal: JournalEntry[]) => numbersWith(journal, (status) => status === 200);
const failed = (journal: JournalEntry[]) => numbersWith(journal, (status) => status >= 500);

test.beforeEach(resetSandbox);

for (const { name, parameters } of operations) {
	test(`n8n’s Retry after an outage sends only what was not accepted: ${name}`, async ({
		ownPage: page,
	}) => {
		test.setTimeout(120_000);
		const path = `retry-${parameters.resource}-${parameters.operation}`;
		const editor = new Editor(page);
		const send = node('Send', {
			type: messenger,
			position: [660, 0],
			parameters: { ...parameters, requestOptions: slowly },
		});
		const workflow = await saveWorkflow(page, rowsTo(path, items, [send], [webhook(path)]));
		await publish(page, workflow);

		const ended = callWebhook(path);
		await expect.poll(async () => accepted(await receivedRequests()).length).toBeGreaterThan(4);
		await beginOutage('503', 60);
		expect(await ended).toBe(500);
		await endOutage();
		const first = await receivedRequests();
		const uncertain = failed(first);
		expect(uncertain).not.toHaveLength(0);
		expect(accepted(first).length + uncertain.length).toBeLessThan(numbers.length);

		// n8n 2.41 shows a checklist above the executions of a workflow that was just published.
		const checklist = page.getByText('Production Checklist', { exact: true });
		await page.addLocatorHandler(checklist, async () => await page.keyboard.press('Escape'));
		await editor.open(`workflow/${workflow.id}/executions`);
		expect(await retry(page, workflow, 'original workflow')).toBe('error');
		const rest = numbers.filter((it) => !uncertain.includes(it));
		expect(accepted(await receivedRequests())).toEqual(rest);
		expect(failed(await receivedRequests())).toEqual(uncertain);

		const resending = { ...parameters, requestOptions: { resendUncertain: true } };
		await changeNodes(
			page,
			workflow,
			workflow.nodes.map((it) => (it.name === send.name ? { ...it, parameters: resending } : it)),
		);
		expect(await retry(page, workflow, 'currently saved workflow')).toBe('success');
		expect(accepted(await receivedRequests())).toEqual(numbers);
	});
}

/**
 * Clicks Retry for the newest execution, and waits for the new one.
 * @returns its status
 */
async function retry(page: Page, workflow: SavedWorkflow, choice: string): Promise<string> {
	const [newest] = await executionsOf(page, workflow.id);
	await page.getByTestId('retry-execution-button').first().click();
	await page.getByRole('menuitem').filter({ hasText: choice, visible: true }).click();
	let status = '';
	await expect
		.poll(
			async () => {
				const [execution] = await executionsOf(page, workflow.id);
				status = execution?.id === newest?.id ? 'new' : (execution?.status ?? 'new');
				return status;
			},
			{ timeout: 60_000 },
		)
		.not.toMatch(/^(new|running)$/);
	return status;
}
