import { expect, test } from './test';
import { Editor } from './editor';
import { receivedRequests, resetSandbox } from './sandbox';
import { readSettings } from './settings';

test.beforeEach(resetSandbox);

test('a credential is made in the editor, and its test tells a wrong key from the right one', async ({
	page,
}, info) => {
	const { sandboxUrl, sandboxKey } = readSettings();
	const editor = new Editor(page);
	const dialog = page.getByTestId('editCredential-modal');
	const save = async (apiKey: string) => {
		await editor.parameter('apiKey').locator('input').fill(apiKey);
		await page.getByTestId('credential-save-button').getByText('Save', { exact: true }).click();
	};

	await editor.open('home/credentials');
	await page.getByTestId('add-resource-credential').click();
	await page.getByTestId('new-credential-type-select').locator('input').fill('messenger');
	await page.getByRole('option', { name: 'Messenger API' }).click();
	await page.getByTestId('new-credential-type-button').click();
	await editor.parameter('baseUrl').locator('input').fill(`${sandboxUrl}/`);

	await save('a-wrong-key');
	const refusal = dialog.locator('.el-tag__content', { hasText: 'Couldn’t connect' });
	await expect(refusal).toBeVisible();
	await refusal.getByText('More details').click();
	await expect(refusal).toContainText(/API key/i);
	await page.screenshot({ path: info.outputPath('wrong-key.png') });

	await save(sandboxKey);
	await expect(dialog.getByTestId('credentials-config-container-test-success')).toBeVisible();

	const received = await receivedRequests();
	expect(new Set(received.map(({ method, path }) => `${method} ${path}`))).toEqual(
		new Set(['GET /webhook/lists']),
	);
	expect(received.at(0)?.status).toBe(401);
	expect(received.at(-1)?.status).toBe(200);
});
