import type { JournalEntry } from '../../../tools/sandbox';
import { orderOutage, receivedRequests, resetSandbox } from './sandbox';
import { callWebhook, executionsOf, publish, rest, saveWorkflow } from './savedWorkflows';
import { readSettings } from './settings';
import { expect, test } from './test';
import {
	call,
	called,
	messengerNode,
	rowsTo,
	settings,
	start,
	to,
	webhook,
} from './workflowBuilder';

test('a credential is made in the editor, and its test says what is wrong until all is right', async ({
	editor,
}) => {
	const { page } = editor;
	const { sandboxUrl, sandboxKey } = readSettings();
	const dialog = page.getByTestId('editCredential-modal');
	const success = dialog.getByTestId('credentials-config-container-test-success');
	const refusal = dialog.locator('.el-tag__content', { hasText: 'Couldn’t connect' });
	const testWith = async (baseUrl: string, apiKey: string) => {
		await editor.fill('baseUrl', baseUrl);
		await editor.fill('apiKey', apiKey);
		await page.getByTestId('credential-save-button').getByText('Save', { exact: true }).click();
	};

	await editor.open('home/credentials');
	await page.getByTestId('add-resource-credential').click();
	await page.getByTestId('new-credential-type-select').locator('input').fill('messenger');
	await page.getByRole('option', { name: 'Messenger API' }).click();
	await page.getByTestId('new-credential-type-button').click();
	await testWith(sandboxUrl, 'a-wrong-key');
	await refusal.getByText('More details').click();
	await expect(refusal).toContainText('API key');
	await expect(refusal).not.toContainText('a-wrong-key');
	await expect(success).toBeHidden();
	await testWith(`${sandboxUrl}/`, sandboxKey);
	await expect(success).toBeVisible();
	await expect(refusal).toBeHidden();
});

/** The numbers in the requests that got such a status, in order. */
function numbersIn(journal: JournalEntry[], isWanted: (status: number) => boolean): string[] {
	return journal
		.filter(({ path, status }) => path.endsWith('/campaign') && status !== null && isWanted(status))
		.flatMap(({ body }) => (body as { recipient: Array<{ messenger_number: string }> }).recipient)
		.map((recipient) => recipient.messenger_number)
		.sort();
}

const accepted = async () => numbersIn(await receivedRequests(), (status) => status === 200);
const failed = async () => numbersIn(await receivedRequests(), (status) => status >= 500);

const numbers = Array.from({ length: 20 }, (_, index) => `+${14155550200 + index}`);
const people = numbers.map((number) => ({ number }));
const testNumber = '+14155550199';

const campaign = {
	resource: 'campaign',
	operation: 'sendToItems',
	fromNumber: '+1 415 555 0100',
	templateName: 'welcome',
	messengerNumber: '={{ $json.number }}',
};

const sent = numbers.slice(0, 2);

for (const [sendMode, subtitle, manual, words, published] of [
	['send', 'Sends: Campaign', sent, [/Sent now.*to 2 people.*Don't press Execute step/], sent],
	['previewManual', 'Send to All Items', [], ['Nothing was sent'], sent],
	['testManual', 'Send to All Items', [testNumber], ["'Test Number' only"], sent],
	['preview', 'Send to All Items', [], ['Nothing was sent'], []],
] as const) {
	test(`Send Mode ${sendMode} in a run of the editor and of a published workflow (M1, M5, M6, M7)`, async ({
		editor,
	}) => {
		const path = `mode-${sendMode}`;
		const node = messengerNode('Campaign', { ...campaign, sendMode, testNumber });
		const triggers = [start, webhook(path)];
		const workflow = await editor.openNew(rowsTo(path, people.slice(0, 2), node, triggers));
		await expect(editor.node('Campaign')).toContainText(subtitle);
		expect(await editor.execute()).toBe('success');
		expect(await accepted()).toEqual(manual);
		// The next node runs after what was sent only.
		const next = editor.node('After Campaign').getByTestId('canvas-node-status-success');
		await expect(next).toHaveCount(sendMode === 'send' ? 1 : 0);
		const panel = await editor.openNode('Campaign');
		await expect(editor.hints()).toContainText([...words]);
		await expect(panel.getByTestId('output-panel')).toContainText(/Sent.*Preview/s);

		await resetSandbox();
		await publish(editor.page, workflow);
		// Where nothing comes out of Sent, n8n has no item to answer with.
		expect(await callWebhook(path)).toBe(published.length > 0 ? 200 : 500);
		expect(await accepted()).toEqual(published);
	});
}

test('each screen says if something was sent and what the next click does, and a second click is no earlier run (M5, R12)', async ({
	editor,
}) => {
	await editor.openNew(rowsTo('warning', people, messengerNode('Campaign', campaign)));
	await editor.openNode('Campaign');
	expect(await editor.executeOpenNode()).toBe('success');
	await expect(editor.hints()).toContainText([
		/Nothing was sent: .*Preview Branch.*each click sends to real people/,
	]);
	await editor.choose('sendMode', 'Send in Every Run');
	for (const clicks of [1, 2]) {
		expect(await editor.executeOpenNode()).toBe('success');
		expect(await accepted()).toHaveLength(clicks * people.length);
		const sentToAll = [/Sent now.*to 20 people.*Sent Branch.*Don't press Execute step/];
		await expect(editor.hints()).toContainText(sentToAll);
	}
	await editor.closeNode();
});

test('a campaign in a sub-workflow is only shown where its parent is started in the editor (M1)', async ({
	editor,
}) => {
	const { page } = editor;
	const inner = await saveWorkflow(page, {
		name: 'sub-workflow',
		nodes: [called, messengerNode('Campaign', campaign)],
		connections: { [called.name]: to('Campaign') },
		settings,
	});
	const path = 'calls-a-sub-workflow';
	const outer = rowsTo(path, people.slice(0, 2), call(inner.id), [start, webhook(path)]);
	const workflow = await editor.openNew(outer);
	expect(await editor.execute()).toBe('success');
	await editor.openNode('Call');
	await expect(page.getByTestId('output-panel')).toContainText('preview');
	expect(await editor.executeOpenNode()).toBe('success');
	await editor.closeNode();
	expect(await accepted()).toEqual([]);

	await publish(page, inner);
	await publish(page, workflow);
	expect(await callWebhook(path)).toBe(200);
	expect(await accepted()).toEqual(sent);
});

test('an outage ends a run, which says what became of its items, and Retry sends only the rest (R7, R8, E3)', async ({
	ownEditor: editor,
}) => {
	const numbers = Array.from({ length: 400 }, (_, index) => `+${14155550200 + index}`);
	const parameters = { ...campaign, sendMode: 'send', options: { recipientsPerRequest: 1 } };
	// One request after the other, so that the outage finds some that are accepted and some that wait.
	const send = messengerNode('Send', {
		...parameters,
		requestOptions: { maxConcurrency: 1, maxRetryWait: 2 },
	});
	const workflow = await editor.openNew(
		rowsTo(
			'outage',
			numbers.map((number) => ({ number })),
			send,
		),
	);
	const ended = editor.execute();
	const some = expect.poll(async () => (await accepted()).length, { intervals: [50] });
	await some.toBeGreaterThan(4);
	await orderOutage({ kind: '503', seconds: 60 });
	expect(await ended).toBe('error');
	await orderOutage({ seconds: 0 });
	const uncertain = await failed();
	expect(uncertain).not.toHaveLength(0);
	expect((await accepted()).length + uncertain.length).toBeLessThan(numbers.length);
	await editor.openNode('Send');
	const description = await editor.error('description').innerText();
	expect(description).toMatch(
		/^\d+ accepted, .*not sent\.\nDon't press Execute step.*\n.*Retry \(arrow\), once/,
	);
	for (const number of uncertain) expect(description).toContain(number);

	await editor.open(`workflow/${workflow.id}/executions`);
	expect(await editor.retry(workflow, 'original workflow')).toBe('error');
	expect(await accepted()).toEqual(numbers.filter((it) => !uncertain.includes(it)));
	expect(await failed()).toEqual(uncertain);

	const resending = { ...parameters, requestOptions: { resendUncertain: true } };
	const nodes = workflow.nodes.map((it) =>
		it.name === send.name ? { ...it, parameters: resending } : it,
	);
	const { id, versionId } = workflow;
	await rest(editor.page, 'patch', `workflows/${id}`, { nodes, versionId });
	expect(await editor.retry(workflow, 'currently saved workflow')).toBe('success');
	expect(await accepted()).toEqual(numbers);

	// The arrow next to the first execution again.
	const oldest = (await executionsOf(editor.page, id)).at(-1)!;
	const path = `executions/${oldest.id}/retry`;
	const again = await rest(editor.page, 'post', path, { loadWorkflow: false });
	expect(again).toMatchObject({ status: 'error' });
	expect(await accepted()).toEqual(numbers);
});
