import { expect, test } from './test';
import { freePort } from '../../../playground/ports';
import { Editor } from './editor';
import { receivedRequests, resetSandbox } from './sandbox';
import { readSettings } from './settings';
import { startWrongServices } from './wrongServices';

test.beforeEach(resetSandbox);

test('a credential is made in the editor, and its test says what is wrong until all is right', async ({
	page,
}) => {
	const { sandboxUrl, sandboxKey } = readSettings();
	const wrong = await startWrongServices();
	const editor = new Editor(page);
	const dialog = page.getByTestId('editCredential-modal');
	const success = dialog.getByTestId('credentials-config-container-test-success');
	const refusal = dialog.locator('.el-tag__content', { hasText: 'Couldn’t connect' });
	const testWith = async (baseUrl: string, apiKey: string) => {
		await editor.parameter('baseUrl').locator('input').fill(baseUrl);
		await editor.parameter('apiKey').locator('input').fill(apiKey);
		await page.getByTestId('credential-save-button').getByText('Save', { exact: true }).click();
	};
	const cases: Array<{ what: string; baseUrl: string; apiKey?: string; says: RegExp | string }> = [
		{
			what: 'no scheme',
			baseUrl: 'api.example.com',
			says: "'Base URL' of the credential doesn't begin with https://. Enter an address such as",
		},
		{
			what: 'another scheme',
			baseUrl: 'ftp://api.example.com',
			says: "'Base URL' of the credential begins with ftp://, not https://",
		},
		{
			what: 'an unknown host',
			baseUrl: 'https://messenger.invalid',
			says: /The host messenger\.invalid was not found \((ENOTFOUND|EAI_AGAIN)\)/,
		},
		{
			what: 'a port where nobody listens',
			baseUrl: `http://127.0.0.1:${await freePort()}`,
			says: 'refused the connection (ECONNREFUSED)',
		},
		{
			what: 'https where the service speaks http',
			baseUrl: sandboxUrl.replace('http:', 'https:'),
			says: "Couldn't make a secure connection to 127.0.0.1",
		},
		{
			what: 'a wrong key',
			baseUrl: sandboxUrl,
			apiKey: 'a-wrong-key',
			says: "The service didn't accept the API key: Authentication credentials were not provided. Check 'API Key' and 'Base URL'",
		},
		{
			what: 'a blocked key',
			baseUrl: wrong.url('forbidden'),
			says: 'This API key is temporarily blocked after too many bad requests',
		},
		{
			what: 'nothing there',
			baseUrl: wrong.url(),
			says: 'Not found: the service has nothing at /webhook/lists',
		},
		{ what: 'a web page', baseUrl: wrong.url('web'), says: 'text/html instead of JSON' },
		{
			what: 'JSON of something else',
			baseUrl: wrong.url('other'),
			says: 'in an unexpected format',
		},
		{
			what: 'a redirect',
			baseUrl: wrong.url('moved'),
			says: 'a redirect to https://elsewhere.example/webhook/lists',
		},
		{
			what: '/webhook twice',
			baseUrl: `${sandboxUrl}/webhook/webhook`,
			says: "the service has nothing at /webhook/webhook/lists. Check 'Base URL' in the Messenger API credential.",
		},
	];

	await editor.open('home/credentials');
	await page.getByTestId('add-resource-credential').click();
	await page.getByTestId('new-credential-type-select').locator('input').fill('messenger');
	await page.getByRole('option', { name: 'Messenger API' }).click();
	await page.getByTestId('new-credential-type-button').click();
	for (const { what, baseUrl, apiKey = sandboxKey, says } of cases) {
		await test.step(what, async () => {
			await testWith(baseUrl, apiKey);
			// Once open, the details stay open.
			if (what === cases[0]?.what) await refusal.getByText('More details').click();
			await expect(refusal).toContainText(says);
			await expect(refusal).not.toContainText(apiKey);
			await expect(success).toBeHidden();
		});
	}

	await testWith(`${sandboxUrl}/`, sandboxKey);
	await expect(success).toBeVisible();
	await expect(refusal).toBeHidden();

	const received = await receivedRequests();
	expect(
		new Set(received.map(({ method, path, status }) => `${method} ${path} ${status}`)),
	).toEqual(
		new Set(['GET /webhook/lists 401', 'GET /webhook/webhook/lists 404', 'GET /webhook/lists 200']),
	);
	await wrong.close();
});
