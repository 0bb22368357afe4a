import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { exampleWorkflows } from '../../../playground/content';
import { root } from '../../../playground/folders';
import { run } from '../../../playground/processes';
import { expectations } from './expectations';
import { expectReceived, receivedRequests } from './sandbox';
import { takesPictures } from './settings';
import { expect, test } from './test';

/** A part of the page when notices and zooming have ended, and no mouse makes it show more. */
async function picture(page: Page, part = 'body', path?: string) {
	await page.mouse.move(720, 10);
	await page.waitForTimeout(6_000);
	return await page.locator(part).screenshot({ path });
}

/** Takes a picture for the documents, where they are wanted, in few colours: a third of the size. */
async function take(page: Page, name: string) {
	if (!takesPictures) return;
	const path = join(root, 'docs/images', name);
	await picture(page, 'body', path);
	await run('pngquant', ['--force', '--output', path, path], { cwd: root });
}

test('the README’s first workflow, in its five steps', async ({ ownEditor: editor }) => {
	const { page } = editor;
	const email = 'anna.schmidt@example.com';
	const figures: string[] = [];
	const figure = async (caption: string, part: string) => {
		if (!takesPictures) return;
		const image = (await picture(page, `[data-test-id="${part}"]`)).toString('base64');
		figures.push(
			`<figure><figcaption>${caption}</figcaption><img src="data:image/png;base64,${image}"></figure>`,
		);
	};

	await editor.open('workflow/new');
	await page.getByTestId('canvas-plus-button').click();
	await editor.found('Trigger manually').click();

	await page.getByTestId('canvas-handle-plus').first().click();
	await editor.search('messenger');
	await editor.found('Messenger').click();
	await figure('1. Add Messenger and choose an action', 'node-creator');
	await editor.found('Verify email').click();
	const credential = page.getByTestId('node-credentials-select').locator('input');
	await expect(credential).toHaveValue(/^Messenger/);
	await editor.fill('email', email);
	expect(await editor.executeOpenNode()).toBe('success');
	await expect(page.getByTestId('output-panel')).toContainText('safe');
	await figure('2. Verify email returns the verdict', 'output-panel');
	await editor.closeNode();

	await page.getByTestId('canvas-handle-plus').last().click();
	await editor.search('messenger');
	await editor.found('Messenger').click();
	await editor.found('Send event').click();
	const field = editor.parameter('contactEmail');
	await page.getByTestId('run-data-schema-item').getByText('email', { exact: true }).hover();
	await page.mouse.down();
	await field.hover();
	await field.hover();
	await page.mouse.up();
	await expect(field).toContainText('$json.email');
	await editor.fill('eventCode', 'first_workflow');
	await figure('3. Send event reads the email from it', 'node-parameters');
	expect(await editor.executeOpenNode()).toBe('success');
	await figure('4. The event has an id', 'output-panel');
	expect((await receivedRequests()).at(-1)).toMatchObject({
		body: { contact: { email }, event: { code: 'first_workflow' } },
		status: 200,
	});

	await page.setContent(`<style>
		body { margin: 0; display: grid; grid-template-columns: 460px 460px; gap: 16px; padding: 16px; width: 936px; font: 600 18px sans-serif; background: #fff }
		figure { margin: 0; border: 1px solid #ddd; border-radius: 6px; overflow: hidden; height: 400px }
		figcaption { padding: 10px 14px; background: #f3f3f3 }
		img { width: 100% }
		figure:first-child img { margin-top: -412px }
		figure:first-child figcaption { position: relative }
	</style>${figures.join('')}`);
	await take(page, 'first-workflow.png');
});

for (const { id = '' } of exampleWorkflows()) {
	test(`the example ${id}, run with a click where it can`, async ({ editor }) => {
		const { page } = editor;
		await editor.openWorkflow(id);
		await page.getByTestId('zoom-to-fit').click();
		// Buttons would hide the lowest names.
		await page.getByTestId('zoom-out-button').click();
		await take(page, `examples/${id}.png`);
		expect(Object.keys(expectations)).toContain(id);
		const expected = expectations[id];
		if (!expected) return;

		expect(await editor.execute('When clicking ‘Execute workflow’')).toBe('success');
		await expectReceived(expected);
		if (id !== 'crm-welcome') return;

		await page.getByTestId('zoom-to-fit').click();
		await take(page, 'editor-workflow.png');
		await editor.openNode('Send Event');
		await take(page, 'node-panel.png');
	});
}
