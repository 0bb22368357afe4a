import { Editor } from './editor';
import { openExecutions, retry } from './executions';
import { beginOutage, receivedRequests, resetSandbox } from './sandbox';
import { callWebhook, publish, saveWorkflow } from './savedWorkflows';
import { expect, test } from './test';
import { messenger, node, rowsTo, webhook } from './workflowBuilder';

/** A sheet as people have it: numbers written by hand, one without country code, one twice, one bad date. */
const written = (index: number) => `+1 (415) 555-02${String(index).padStart(2, '0')}`;
const rows = Array.from({ length: 50 }, (_, index) => ({
	phone: index === 7 ? '0151 23456' : written(index === 20 ? 3 : index),
	date: index === 30 ? 'tomorrow' : '',
}));

const path = 'first-campaign';
const campaign = node('Campaign', {
	type: messenger,
	position: [660, 0],
	parameters: {
		resource: 'campaign',
		operation: 'sendToItems',
		fromNumber: '+1 415 555 0100',
		templateName: 'welcome',
		messengerNumber: '={{ $json.phone }}',
		additionalFields: { scheduledAt: '={{ $json.date }}' },
		options: { recipientsPerRequest: 10 },
	},
});

/** The numbers that the service has accepted, in order. */
async function accepted(): Promise<string[]> {
	const sent = (await receivedRequests()).filter(
		({ method, status }) => method === 'POST' && status === 200,
	);
	return sent
		.flatMap(({ body }) => (body as { recipient: Array<{ messenger_number: string }> }).recipient)
		.map(({ messenger_number: number }) => number)
		.sort();
}

const goodNumbers = rows
	.filter(({ phone, date }, index) => phone.startsWith('+') && date === '' && index !== 20)
	.map(({ phone }) => phone.replace(/[^+\d]/g, ''));

const isAnswering = async () =>
	await receivedRequests().then(
		() => true,
		() => false,
	);

test.beforeEach(resetSandbox);

test('a first campaign: what is wrong in the sheet, a preview, a test number', async ({
	ownPage: page,
}) => {
	test.setTimeout(180_000);
	const editor = new Editor(page);
	const workflow = await saveWorkflow(page, rowsTo('first-campaign-by-hand', rows, [campaign]));
	await editor.openWorkflow(workflow.id);

	await test.step('the first click names what is wrong in the sheet', async () => {
		await editor.execute();
		await editor.openNode('Campaign');
		const message = page.getByTestId('node-error-message');
		await expect(message).toContainText('(no country code): "0151 23456" [item 7]');
		const description = page.getByTestId('node-error-description');
		await expect(description).toContainText(
			"'Scheduled At' isn't a valid date: \"tomorrow\" [item 30]",
		);
		await expect(description).toContainText('Nothing was sent.');
		await expect(description).toContainText("set Settings → On Error to 'Continue'");
		expect(await accepted()).toEqual([]);
	});
	await test.step('with On Error: Continue it is a preview', async () => {
		await page.getByTestId('ndv').getByText('Settings', { exact: true }).click();
		await editor.choose('onError', 'Continue');
		await page.getByTestId('ndv').getByText('Parameters', { exact: true }).click();
		expect(await editor.executeOpenNode()).toBe('success');
		await expect(editor.hints()).toContainText([
			'Nothing was sent. The nodes after this one ran all the same. A real run would send to 47 recipients in 1 campaign, ' +
				"at once: 'Scheduled At' is empty. 1 duplicate skipped. 2 items refused: see the error.",
		]);
		expect(await accepted()).toEqual([]);
	});
	await test.step('with a test number one message goes out', async () => {
		await editor.choose('sendMode', 'Send to a Test Number in Manual Runs');
		await editor.parameter('testNumber').locator('input').fill('+1 415 555 0199');
		expect(await editor.executeOpenNode()).toBe('success');
		await expect(editor.hints()).toContainText(["Sent 1 campaign to 'Test Number' only."]);
		expect(await accepted()).toEqual(['+14155550199']);
		await editor.closeNode();
		await resetSandbox();
	});
});

test('a published campaign that finds the service away, and its Retry', async ({
	ownPage: page,
}) => {
	test.setTimeout(120_000);
	const editor = new Editor(page);
	const corrected = rows.filter(({ phone, date }) => phone.startsWith('+') && date === '');
	const parameters = { ...campaign.parameters, requestOptions: { maxRetryWait: 1 } };
	const send = { ...campaign, parameters };
	const workflow = await saveWorkflow(page, rowsTo(path, corrected, [send], [webhook(path)]));
	await publish(page, workflow);
	// The sandbox refuses connections, also those of this test.
	await beginOutage('refused', 8);
	expect(await callWebhook(path)).toBe(500);
	await expect.poll(isAnswering, { timeout: 20_000 }).toBe(true);
	expect(await accepted()).toEqual([]);
	await openExecutions(editor, workflow);
	expect(await retry(page, workflow, 'original workflow')).toBe('success');
	expect(await accepted()).toEqual(goodNumbers.sort());
});
