import type { Page } from '@playwright/test';
import { saveWorkflow } from './savedWorkflows';
import { expect, test } from './test';
import { messenger, node, rowsTo } from './workflowBuilder';
import { Editor } from './editor';
import { receivedRequests, resetSandbox } from './sandbox';

test.beforeEach(resetSandbox);

test('bad input is shown with its parameter and its item, and costs no request', async ({
	page,
}) => {
	const editor = new Editor(page);
	await editor.openWorkflow('badInput');
	expect(await editor.execute()).toBe('error');
	await editor.openNode('Verify an email');
	await expect(page.getByTestId('node-error-message')).toContainText(
		`'Email' isn't a valid email address: "ada@" [item 0]`,
	);
	await expect(page.getByTestId('node-error-description')).toContainText('Enter one address');
	expect(await receivedRequests()).toEqual([]);
});

test('a refusal of the service is shown with its words and what to do', async ({ page }) => {
	const editor = new Editor(page);
	await editor.openWorkflow('unknownContact');
	expect(await editor.execute()).toBe('error');
	await editor.openNode('Find a contact');
	await expect(page.getByTestId('node-error-message')).toContainText('Contact not found');
	await expect(page.getByTestId('node-error-description')).toContainText("Set 'When Not Found'");
	expect(await receivedRequests()).toMatchObject([
		{ path: '/webhook/contact/find', query: { email: 'nobody@example.com' }, status: 404 },
	]);
});

/** The lines of an error's description, as the panel shows them. */
async function descriptionLines(page: Page): Promise<string[]> {
	return (await page.getByTestId('node-error-description').innerText()).split('\n');
}

test('each bad item has a line of its own', async ({ page }) => {
	const editor = new Editor(page);
	const rows = [{ email: 'anna.schmidt@example.com' }, { email: 'ada@' }, { email: 'bob' }];
	const parameters = { resource: 'email', operation: 'verify', email: '={{ $json.email }}' };
	const { id } = await saveWorkflow(
		page,
		rowsTo('bad-items', rows, [
			node('Verify', { type: messenger, position: [660, 0], parameters }),
		]),
	);
	await editor.openWorkflow(id);
	expect(await editor.execute()).toBe('error');
	await editor.openNode('Verify');
	expect(await descriptionLines(page)).toEqual([
		'Enter one address in the form name@domain, e.g. nathan@example.com.',
		'Also to correct:',
		`'Email' isn't a valid email address: "bob" [item 2]`,
		'Nothing was sent.',
		"To send the others without it, set Settings → On Error to 'Continue'.",
	]);
	expect(await receivedRequests()).toEqual([]);
});

const campaign = {
	resource: 'campaign',
	operation: 'sendToItems',
	fromNumber: '+14155550100',
	templateName: 'welcome',
	messengerNumber: '+14155550101',
};

/** What is left empty without an expression, n8n itself refuses. */
const empty = '={{ $json.nothing }}';

const mistakes = [
	{
		mistake: 'a number without a country code',
		parameters: { ...campaign, messengerNumber: '0151 23456' },
		message: "'Recipient Number' isn't a valid phone number (no country code)",
	},
	{
		mistake: 'a template without a name',
		parameters: { ...campaign, templateName: empty },
		message: "'Template Name' is empty",
	},
	{
		mistake: 'a time in the past',
		parameters: { ...campaign, additionalFields: { scheduledAt: '2020-01-01T09:00:00' } },
		message: "'Scheduled At' is in the past",
	},
	{
		mistake: 'a test run without a number',
		parameters: { ...campaign, sendMode: 'testManual', testNumber: empty },
		message: "'Test Number' is empty",
	},
	{
		mistake: 'an expression that is no send mode',
		// Where Send Mode is an expression, n8n wants a Test Number whatever it turns out to be.
		parameters: { ...campaign, sendMode: '={{ "yes" }}', testNumber: '+14155550199' },
		message: "'Send Mode' isn't a valid choice: \"yes\"",
	},
	{
		mistake: 'recipients that are no JSON',
		parameters: {
			...campaign,
			operation: 'send',
			recipientsInput: 'json',
			recipientsJson: '={{ "nobody" }}',
		},
		message: "'Recipients (JSON)'",
	},
	{
		mistake: 'an event about nobody',
		parameters: { resource: 'event', operation: 'send', eventCode: 'order_placed' },
		message: "'Contact Email' is empty, and so are 'Contact Number' and 'Contact Name'",
	},
];

test('each mistake is named by its label in the panel, and costs no request', async ({ page }) => {
	test.setTimeout(120_000);
	const editor = new Editor(page);
	const nodes = mistakes.map(({ mistake, parameters }, index) =>
		node(mistake, { type: messenger, position: [660, index * 160], parameters }),
	);
	const { id } = await saveWorkflow(page, rowsTo('mistakes', [{ row: 1 }], nodes));
	await editor.openWorkflow(id);
	for (const { mistake, message } of mistakes) {
		await test.step(mistake, async () => {
			await editor.openNode(mistake);
			expect(await editor.executeOpenNode()).toBe('error');
			await expect(page.getByTestId('node-error-message')).toContainText(message);
			await expect(page.getByTestId('node-error-message')).toContainText('[item 0]');
			await editor.closeNode();
		});
	}
	expect(await receivedRequests()).toEqual([]);
});
