import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../../../tools/playground/folders';
import { run } from '../../../tools/playground/processes';
import { takesPictures } from './settings';
import { expect, test } from './test';
import { messenger, messengerNode, node, settings, start, to } from './workflowBuilder';

/** Hides what n8n shows over a canvas. */
const bareCanvas = `
	[data-test-id="canvas-wrapper"] > :not(:has([data-test-id="canvas"])), .vue-flow__panel,
	[data-test-id^="execute-workflow-button"] { visibility: hidden !important }`;

/** Waits until notices and zooming have ended, and no mouse makes the page show more. */
async function settled(page: Page) {
	await page.mouse.move(720, 10);
	await page.waitForTimeout(6_000);
}

/** A part of the page. */
async function part(page: Page, testId: string) {
	await settled(page);
	return await page.getByTestId(testId).screenshot();
}

/** The nodes of the open canvas with what stands below them, and nothing around. */
async function nodes(page: Page) {
	await settled(page);
	const boxes = await page
		.locator('.vue-flow__node')
		.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect()));
	const margin = 30;
	// Names are wider than their nodes.
	const left = Math.min(...boxes.map((box) => box.left)) - 2 * margin;
	const top = Math.min(...boxes.map((box) => box.top)) - margin;
	const right = Math.max(...boxes.map((box) => box.right)) + 2 * margin;
	const bottom = Math.max(...boxes.map((box) => box.bottom)) + 2 * margin;
	const clip = { x: left, y: top, width: right - left, height: bottom - top };
	return await page.screenshot({ clip, style: bareCanvas });
}

/** Writes a picture for the documents in few colours: a third of the size. */
async function write(image: Buffer, name: string) {
	const path = join(root, 'docs/images', name);
	writeFileSync(path, image);
	await run('pngquant', ['--force', '--output', path, path], { cwd: root });
}

/** Pictures below each other, as wide as GitHub shows a picture; of each the upper 300 pixels. */
async function composed(page: Page, ...images: Buffer[]) {
	const figures = images.map(
		(image) => `<figure><img src="data:image/png;base64,${image.toString('base64')}"></figure>`,
	);
	await page.setContent(`<!doctype html><style>
		body { margin: 0; display: grid; gap: 12px; padding: 12px; width: 814px; background: #fff }
		figure { margin: 0; border: 1px solid #ddd; border-radius: 6px; overflow: hidden; max-height: 300px }
		img { width: 100%; display: block }
	</style>${figures.join('')}`);
	return await page.locator('body').screenshot();
}

/** Contacts of whom one has an address that is not safe, and one comes twice. */
const contacts = [
	['Anna', 'anna.schmidt@example.com', '+49 171 3920001'],
	['Claire', 'claire.dubois@example.com', '+33 6 39 98 01 12'],
	['Info', 'info@example.com', '+49 171 3920002'],
	['Anna', 'anna.schmidt@example.com', '0049 171 3920001'],
].map(([first_name, email, phone]) => ({ json: { first_name, email, phone } }));

test('the README’s first campaign says what a real run would do', async ({ ownEditor: editor }) => {
	const { page } = editor;
	const trigger = { ...start, name: 'New Contacts' };
	const verify = messengerNode('Verify Email', {
		resource: 'email',
		operation: 'verify',
		email: '={{ $json.email }}',
	});
	const filter = node('Only Safe', {
		type: 'n8n-nodes-base.filter',
		typeVersion: 2.3,
		position: [440, 0],
		parameters: {
			conditions: {
				options: { caseSensitive: true, typeValidation: 'strict', version: 3 },
				conditions: [
					{
						leftValue: '={{ $json.status }}',
						rightValue: 'safe',
						operator: { type: 'string', operation: 'equals' },
					},
				],
				combinator: 'and',
			},
			options: {},
		},
	});
	const campaign = node('Send Campaign', {
		type: messenger,
		position: [660, 0],
		parameters: {
			resource: 'campaign',
			operation: 'sendToItems',
			fromNumber: '+1 415 555 0100',
			templateName: 'welcome_message',
			messengerNumber: "={{ $('New Contacts').item.json.phone }}",
			recipientFields: { firstName: "={{ $('New Contacts').item.json.first_name }}" },
			options: { defaultCountry: 'DE' },
		},
	});
	const mark = node('Mark as Sent', { type: 'n8n-nodes-base.noOp', position: [920, -40] });
	await editor.openNew({
		name: 'Welcome new contacts',
		nodes: [trigger, verify, filter, campaign, mark],
		connections: {
			[trigger.name]: to(verify.name),
			[verify.name]: to(filter.name),
			[filter.name]: to(campaign.name),
			[campaign.name]: to(mark.name),
		},
		settings,
		pinData: { [trigger.name]: contacts },
	});
	expect(await editor.execute(trigger.name)).toBe('success');
	const canvas = takesPictures && (await nodes(page));
	await editor.openNode('Send Campaign');
	await expect(editor.hints()).toContainText(['would send now to 2 people']);
	await expect(editor.hints()).toContainText(['1 duplicate of another row']);
	if (!canvas) return;
	await page.getByText(/^Preview Branch \(/).click();
	await page.setViewportSize({ width: 1240, height: 840 });
	await write(await part(page, 'ndv'), 'node-panel.png');
	await page.setViewportSize({ width: 2150, height: 840 });
	const preview = await part(page, 'output-panel');
	await write(await composed(page, canvas, preview), 'editor-workflow.png');
});
