import type { JournalEntry } from '../../../sandbox';
import { Editor } from './editor';
import { receivedRequests, resetSandbox } from './sandbox';
import { callWebhook, publish, saveWorkflow } from './savedWorkflows';
import { expect, test } from './test';
import { messenger, node, rowsTo, start, webhook } from './workflowBuilder';

const anna = '+14155550101';
const claire = '+14155550102';
const testNumber = '+14155550199';

const people = [
	{ first: 'Anna', number: anna },
	{ first: 'Claire', number: claire },
	{ first: 'Anna once more', number: anna },
];

const campaign = {
	resource: 'campaign',
	fromNumber: '+14155550100',
	templateName: 'welcome',
	templateLanguage: 'en',
};

/** One campaign to two typed recipients, and one to all rows, of which two have the same number. */
function campaigns(path: string, sendMode: string) {
	const parameters = {
		...campaign,
		sendMode,
		...(sendMode === 'testManual' && { testNumber }),
	};
	const nodes = [
		node('Typed', {
			type: messenger,
			position: [660, 0],
			executeOnce: true,
			parameters: {
				...parameters,
				operation: 'send',
				recipients: {
					recipient: [
						{ messengerNumber: anna, firstName: 'Anna' },
						{ messengerNumber: claire, firstName: 'Claire' },
					],
				},
			},
		}),
		node('Rows as Recipients', {
			type: messenger,
			position: [660, 160],
			parameters: {
				...parameters,
				operation: 'sendToItems',
				messengerNumber: '={{ $json.number }}',
				recipientFields: { firstName: '={{ $json.first }}' },
			},
		}),
	];
	return rowsTo(path, people, nodes, [start, webhook(path)]);
}

const recipient = (number: string, name: string) => ({
	messenger_number: number,
	first_name: name,
});
const both = [recipient(anna, 'Anna'), recipient(claire, 'Claire')];
const sent = [both, both];
const toTestNumber = [[recipient(testNumber, 'Anna')], [recipient(testNumber, 'Anna')]];

const realRun =
	'A real run would send to 2 recipients in 1 campaign, at once. 1 duplicate skipped.';

const modes = [
	{
		sendMode: 'send',
		label: 'Send',
		prefix: '',
		manual: sent,
		hint: 'Sent to 2 recipients in 1 campaign. 1 duplicate skipped.',
		published: sent,
	},
	{
		sendMode: 'previewManual',
		label: 'Preview in Manual Runs',
		prefix: 'Manual preview · ',
		manual: [],
		hint: `Nothing was sent. The nodes after this one ran all the same. ${realRun}`,
		published: sent,
	},
	{
		sendMode: 'testManual',
		label: 'Send to a Test Number in Manual Runs',
		prefix: 'Manual test · ',
		manual: toTestNumber,
		hint: `Sent 1 campaign to 'Test Number' only. The nodes after this one ran all the same. ${realRun}`,
		published: sent,
	},
	{
		sendMode: 'preview',
		label: 'Preview Only',
		prefix: 'Preview only · ',
		manual: [],
		hint: `Nothing was sent. The nodes after this one ran all the same. ${realRun}`,
		published: [],
	},
];

/** The recipients of each campaign that the service has accepted. */
function recipients(journal: JournalEntry[]): unknown[] {
	return journal.map(({ path, status, body }) => {
		expect({ path, status }).toEqual({ path: '/webhook/campaign', status: 200 });
		return (body as { recipient: unknown }).recipient;
	});
}

test.beforeEach(resetSandbox);

for (const { sendMode, label, prefix, manual, hint, published } of modes) {
	test(`Send Mode “${label}” in a run of the editor and in one of a published workflow`, async ({
		page,
	}) => {
		const path = `mode-${sendMode}`;
		const editor = new Editor(page);
		const workflow = await saveWorkflow(page, campaigns(path, sendMode));
		await editor.openWorkflow(workflow.id);
		const subtitle = `${prefix}Send to All Items: Campaign`;
		await expect(
			editor.node('Rows as Recipients').getByText(subtitle, { exact: true }),
		).toBeVisible();
		expect(await editor.execute('Start')).toBe('success');
		expect(recipients(await receivedRequests())).toEqual(manual);

		await editor.openNode('Rows as Recipients');
		await expect(editor.hints()).toContainText([hint]);

		await resetSandbox();
		await publish(page, workflow);
		expect(await callWebhook(path)).toBe(200);
		expect(recipients(await receivedRequests())).toEqual(published);
	});
}

test('a run that would reach more than Maximum Recipients sends nothing and says so', async ({
	page,
}) => {
	const editor = new Editor(page);
	const parameters = {
		...campaign,
		sendMode: 'send',
		operation: 'sendToItems',
		messengerNumber: '={{ $json.number }}',
		options: { maxRecipients: 1 },
	};
	const { id } = await saveWorkflow(
		page,
		rowsTo('maximum', people, [
			node('Campaign', { type: messenger, position: [660, 0], parameters }),
		]),
	);
	await editor.openWorkflow(id);
	expect(await editor.execute()).toBe('error');
	await editor.openNode('Campaign');
	await expect(page.getByTestId('node-error-message')).toContainText(
		"'Maximum Recipients' is 1, and this run would reach 2 recipients",
	);
	await expect(page.getByTestId('node-error-description')).toContainText(
		"raise 'Maximum Recipients' in the options",
	);
	expect(await receivedRequests()).toEqual([]);
});
