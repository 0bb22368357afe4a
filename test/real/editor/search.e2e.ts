import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../playground/folders';
import { Editor } from './editor';
import { expect, test } from './test';

const { alias } = JSON.parse(
	readFileSync(join(root, 'nodes/Messenger/Messenger.node.json'), 'utf8'),
) as { alias: string[] };

test('searching for what people type finds the node', async ({ page }) => {
	const editor = new Editor(page);
	await editor.openWorkflow('panel');
	await page.getByTestId('node-creator-plus-button').first().click();
	const found = page.getByTestId('node-creator-item-name').getByText('Messenger', { exact: true });
	for (const words of alias) {
		await test.step(words, async () => {
			await page.getByTestId('node-creator-search-bar').fill(words);
			await expect(found).toBeVisible();
		});
	}
});
