import type { JournalEntry } from '../../../sandbox';
import { Editor } from './editor';
import { openExecutions, retry } from './executions';
import { beginOutage, endOutage, receivedRequests, resetSandbox } from './sandbox';
import { callWebhook, changeNodes, publish, saveWorkflow } from './savedWorkflows';
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
	sendMode: 'send',
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
		name: 'Campaign: Send to All Items',
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

		await openExecutions(editor, workflow);
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
