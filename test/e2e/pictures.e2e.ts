import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { exampleWorkflows } from '../../playground/content';
import { run } from '../../playground/processes';
import { Editor } from './editor';

const folder = process.env.README_IMAGES ?? '';

test.use({ deviceScaleFactor: 2, viewport: { width: 1440, height: 810 } });

test('the README’s picture of a workflow', async ({ page }) => {
	await runWelcome(page);
	await page.getByTestId('zoom-to-fit').click();
	// The notice of success and the zoom take a moment to go.
	await page.waitForTimeout(6_000);
	await takePicture(page, 'editor-workflow.png');
});

test('the README’s picture of the node’s panel', async ({ page }) => {
	const editor = await runWelcome(page);
	await editor.openNode('Send Event');
	await page.waitForTimeout(6_000);
	// Away from the parameters, which show more when the mouse is over them.
	await page.mouse.move(720, 10);
	await takePicture(page, 'node-panel.png');
});

for (const { id = '' } of exampleWorkflows()) {
	test(`the picture of the example ${id}`, async ({ page }) => {
		mkdirSync(join(folder, 'examples'), { recursive: true });
		await new Editor(page).openWorkflow(id);
		await page.getByTestId('zoom-to-fit').click();
		await page.waitForTimeout(2_000);
		await takePicture(page, join('examples', `${id}.png`));
	});
}

async function runWelcome(page: Page): Promise<Editor> {
	const editor = new Editor(page);
	await editor.openWorkflow('crm-welcome');
	expect(await editor.execute()).toBe('success');
	return editor;
}

/** Takes a picture and reduces its colours to a palette: as sharp, at a third of the size. */
async function takePicture(page: Page, name: string): Promise<void> {
	const path = join(folder, name);
	await page.screenshot({ path });
	await run('pngquant', ['--force', '--output', path, path], { cwd: folder });
}
