import { expect, test } from './test';
import { Editor } from './editor';
import { operations } from './workflows';

test('searching for "messenger" in the node panel finds the node with all its actions', async ({
	page,
}) => {
	const editor = new Editor(page);
	await editor.openWorkflow('panel');
	await page.getByTestId('node-creator-plus-button').first().click();
	await page.getByTestId('node-creator-search-bar').fill('messenger');
	await page.getByTestId('node-creator-item-name').getByText('Messenger', { exact: true }).click();
	const actions = page.getByTestId('node-creator-item-name');
	await expect(actions).toHaveText([
		'Send campaign',
		'Send campaign to all items',
		'Find contact',
		'Verify email',
		'Send event',
		'Get many lists',
		'Get many variables',
	]);
});

test('each resource shows its operations and only its own parameters', async ({ page }) => {
	const editor = new Editor(page);
	await editor.openWorkflow('panel');
	await editor.openNode('Messenger');
	expect(await editor.options('resource')).toEqual([
		'Campaign',
		'Contact',
		'Email',
		'Event',
		'List',
		'Variable',
		'Custom API Call',
	]);
	const visibleParameters = async () =>
		await page
			.getByTestId('node-parameters')
			.locator('[data-test-id^="parameter-input-"]:visible')
			.evaluateAll((fields) =>
				fields
					.map((field) =>
						(field.getAttribute('data-test-id') ?? '').slice('parameter-input-'.length),
					)
					.filter((name) => name !== 'field'),
			);

	await editor.choose('resource', 'Contact');
	await expect(editor.parameter('email')).toBeVisible();
	expect(await visibleParameters()).toEqual(['resource', 'operation', 'email']);

	await editor.choose('resource', 'List');
	await expect(editor.parameter('returnAll')).toBeVisible();
	expect(await visibleParameters()).toEqual(['resource', 'operation', 'returnAll', 'limit']);

	await editor.choose('resource', 'Event');
	await expect(editor.parameter('eventCode')).toBeVisible();
	expect(await visibleParameters()).toEqual([
		'resource',
		'operation',
		'contactEmail',
		'contactMessengerNumber',
		'contactName',
		'eventCode',
		'eventName',
		'dataInput',
	]);
	await editor.choose('dataInput', 'Using JSON');
	await expect(editor.parameter('dataJson')).toBeVisible();

	await editor.choose('resource', 'Campaign');
	await expect(editor.parameter('fromNumber')).toBeVisible();
	expect(await editor.options('operation')).toEqual([
		'Send',
		'Send to All Items',
		'Custom API Call',
	]);
	await expect(editor.parameter('recipientsJson')).toBeHidden();
	await editor.choose('recipientsInput', 'Using JSON');
	await expect(editor.parameter('recipientsJson')).toBeVisible();
	await editor.choose('operation', 'Send to All Items');
	await expect(editor.parameter('messengerNumber')).toBeVisible();
	await expect(editor.parameter('recipientsInput')).toBeHidden();
	await expect(page.getByTestId('node-parameters')).toContainText(
		'Each input item is a recipient.',
	);
});

test('the output fields of every operation are shown before the first run', async ({ page }) => {
	const editor = new Editor(page);
	await editor.openWorkflow('outputs');
	for (const { name, next, fields } of operations) {
		await test.step(name, async () => {
			await editor.openNode(next);
			const previewed = page.getByTestId('ndv-input-panel').locator('.pill--preview');
			await expect(previewed).toHaveText([...fields].sort());
			await editor.closeNode();
		});
	}
});
