import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { exampleWorkflows, type WorkflowFile } from '../../../playground/content';
import { run } from '../../../playground/processes';
import { Editor } from './editor';
import { saveWorkflow } from './savedWorkflows';
import { messenger, node, settings, start, to } from './workflowBuilder';

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

test('the README’s picture of the first workflow, step by step', async ({ page }) => {
	const editor = new Editor(page);
	const { id } = await saveWorkflow(page, firstWorkflow);
	await editor.openWorkflow(id);
	const steps: Array<[caption: string, picture: Buffer]> = [];
	const add = async (caption: string, part: Locator) => {
		// Away from the parameters, which show more when the mouse is over them.
		await page.mouse.move(720, 10);
		await page.waitForTimeout(2_000);
		steps.push([caption, await part.screenshot()]);
	};

	await page.getByTestId('node-creator-plus-button').first().click();
	await page.getByTestId('node-creator-search-bar').fill('messenger');
	await page.getByTestId('node-creator-item-name').getByText('Messenger', { exact: true }).click();
	await add('1. Add Messenger and choose an action', page.getByTestId('node-creator'));
	await page.keyboard.press('Escape');
	await editor.openNode('Verify email');
	await editor.executeOpenNode();
	await add('2. Verify email returns the verdict', page.getByTestId('output-panel'));
	await editor.closeNode();
	await editor.openNode('Send event');
	await add('3. Send event reads the email from it', page.getByTestId('node-parameters'));
	await editor.executeOpenNode();
	await add('4. The event has an id', page.getByTestId('output-panel'));

	const figure = ([caption, picture]: [string, Buffer]) =>
		`<figure><figcaption>${caption}</figcaption><img src="data:image/png;base64,${picture.toString('base64')}"></figure>`;
	await page.setContent(`<style>
		body { margin: 0; display: grid; grid-template-columns: 460px 460px; gap: 16px; padding: 16px; width: 936px; font: 600 18px sans-serif; background: #fff }
		figure { margin: 0; border: 1px solid #ddd; border-radius: 6px; overflow: hidden; height: 400px }
		figcaption { padding: 10px 14px; background: #f3f3f3 }
		img { width: 100% }
		figure:first-child img { margin-top: -412px }
		figure:first-child figcaption { position: relative }
	</style>${steps.map(figure).join('')}`);
	await takePicture(page.locator('body'), 'first-workflow.png');
});

for (const { id = '' } of exampleWorkflows()) {
	test(`the picture of the example ${id}`, async ({ page }) => {
		mkdirSync(join(folder, 'examples'), { recursive: true });
		await new Editor(page).openWorkflow(id);
		await page.getByTestId('zoom-to-fit').click();
		// Buttons would hide the lowest names.
		await page.getByTestId('zoom-out-button').click();
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

/** The README's first workflow, as its five steps make it. */
const firstWorkflow: WorkflowFile = {
	name: 'First workflow',
	nodes: [
		start,
		node('Verify email', {
			type: messenger,
			position: [220, 0],
			parameters: { resource: 'email', operation: 'verify', email: 'anna.schmidt@example.com' },
		}),
		node('Send event', {
			type: messenger,
			position: [440, 0],
			parameters: {
				resource: 'event',
				operation: 'send',
				contactEmail: '={{ $json.email }}',
				eventCode: 'first_workflow',
			},
		}),
	],
	connections: { [start.name]: to('Verify email'), 'Verify email': to('Send event') },
	settings,
};

/** Takes a picture and reduces its colours to a palette: as sharp, at a third of the size. */
async function takePicture(part: Page | Locator, name: string): Promise<void> {
	const path = join(folder, name);
	await part.screenshot({ path });
	await run('pngquant', ['--force', '--output', path, path], { cwd: folder });
}
