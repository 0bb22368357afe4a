import { expect, test } from './test';
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
	await expect(page.getByTestId('node-error-description')).toContainText(
		'Enter an address without spaces',
	);
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
