import { Editor } from './editor';
import { receivedRequests, resetSandbox } from './sandbox';
import { expect, test } from './test';

test.beforeEach(resetSandbox);

test('the README’s first workflow, in its five steps', async ({ page }) => {
	test.setTimeout(120_000);
	const editor = new Editor(page);
	const addMessenger = async (action: string) => {
		await page.getByTestId('node-creator-search-bar').fill('messenger');
		await page
			.getByTestId('node-creator-item-name')
			.getByText('Messenger', { exact: true })
			.click();
		await page.getByTestId('node-creator-item-name').getByText(action, { exact: true }).click();
		await expect(page.getByTestId('ndv')).toBeVisible();
	};

	await test.step('1. a trigger', async () => {
		await editor.open('workflow/new');
		await page.getByTestId('canvas-plus-button').click();
		await page.getByTestId('node-creator-item-name').getByText('Trigger manually').click();
		await expect(page.getByTestId('canvas-trigger-node')).toBeVisible();
	});
	await test.step('2. Verify email, whose credential is chosen', async () => {
		await page.getByTestId('canvas-handle-plus').first().click();
		await addMessenger('Verify email');
		await expect(page.getByTestId('node-credentials-select').locator('input')).toHaveValue(
			/^Messenger/,
		);
	});
	await test.step('3. an address, and its verdict', async () => {
		await editor.parameter('email').locator('input').fill('anna.schmidt@example.com');
		expect(await editor.executeOpenNode()).toBe('success');
		await expect(page.getByTestId('output-panel')).toContainText('safe');
		await editor.closeNode();
	});
	await test.step('4. Send event, with the email dragged into it', async () => {
		await page.getByTestId('canvas-handle-plus').last().click();
		await addMessenger('Send event');
		const email = page.getByTestId('run-data-schema-item').getByText('email', { exact: true });
		const field = editor.parameter('contactEmail');
		await email.hover();
		await page.mouse.down();
		await field.hover();
		await field.hover();
		await page.mouse.up();
		await expect(field).toContainText('$json.email');
		await editor.parameter('eventCode').locator('input').fill('first_workflow');
		await editor.closeNode();
	});
	await test.step('5. the run, and the event’s id', async () => {
		expect(await editor.execute()).toBe('success');
		await editor.openNode('Send event');
		await expect(page.getByTestId('output-panel')).toContainText('id');
	});
	expect((await receivedRequests()).at(-1)).toMatchObject({
		path: '/webhook/event/send',
		body: { contact: { email: 'anna.schmidt@example.com' }, event: { code: 'first_workflow' } },
		status: 200,
	});
});
