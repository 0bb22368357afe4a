import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { Editor } from './editor';

const folder = process.env.README_IMAGES ?? '';

test.use({ deviceScaleFactor: 2, viewport: { width: 1280, height: 720 } });

test('the README’s picture of a workflow', async ({ page }) => {
	await runWelcome(page);
	await page.getByTestId('zoom-to-fit').click();
	// The notice of success and the zoom take a moment to go.
	await page.waitForTimeout(6_000);
	await page.screenshot({ path: join(folder, 'editor-workflow.png') });
});

test('the README’s picture of the node’s panel', async ({ page }) => {
	const editor = await runWelcome(page);
	await editor.openNode('Send Event');
	await page.waitForTimeout(6_000);
	await page.screenshot({ path: join(folder, 'node-panel.png') });
});

async function runWelcome(page: Page): Promise<Editor> {
	const editor = new Editor(page);
	await editor.openWorkflow('crm-welcome');
	expect(await editor.execute()).toBe('success');
	return editor;
}
