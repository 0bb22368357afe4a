import { Editor } from './editor';
import { saveWorkflow } from './savedWorkflows';
import { expect, test } from './test';
import { messenger, node, rowsTo } from './workflowBuilder';
import { operations } from './workflows';

/** Everything that a user can add to an operation, so that it is seen, too. */
const added: Record<string, object> = {
	'campaign send': {
		sendMode: 'testManual',
		recipients: { recipient: [{}] },
		additionalFields: { scheduledAt: '', tags: '' },
		options: { maxRecipients: 1000 },
	},
	'campaign sendToItems': {
		sendMode: 'testManual',
		recipientFields: { firstName: '', name: '', email: '' },
		additionalFields: { scheduledAt: '', tags: '' },
		options: { duplicates: 'skip', maxRecipients: 1000, recipientsPerRequest: 500 },
	},
	'contact find': {
		options: {
			emailParameter: 'email',
			queryParameters: { parameter: [{}] },
			whenNotFound: 'error',
		},
	},
	'email verify': { options: { onMalformed: 'error' } },
	'event send': { data: { field: [{}] } },
	'list getAll': { options: { queryParameters: { parameter: [{}] } } },
	'variable getAll': { options: { queryParameters: { parameter: [{}] } } },
};

/** High enough that a panel shows all of its parameters. */
const viewport = { width: 1440, height: 1800 };

test('the panel of every operation, light and dark, cuts no text off', async ({
	ownPage: page,
}, info) => {
	test.setTimeout(180_000);
	const nodes = operations.map(({ name, resource, operation }, index) =>
		node(name, {
			type: messenger,
			position: [660, index * 160],
			parameters: { resource, operation, ...added[name] },
		}),
	);
	const { id } = await saveWorkflow(page, rowsTo('panels', [{ number: 1 }, { number: 2 }], nodes));
	await page.setViewportSize(viewport);
	const editor = new Editor(page);
	await editor.openWorkflow(id);
	await editor.executeStep('Each Row');
	for (const { name } of operations) {
		const panel = await editor.openNode(name);
		await expect(editor.parameter('operation')).toBeVisible();
		for (const colorScheme of ['light', 'dark'] as const) {
			await test.step(`${name}, ${colorScheme}`, async () => {
				await page.emulateMedia({ colorScheme });
				expect(await cutOff(panel.getByTestId('node-parameters'))).toEqual([]);
				await page.mouse.move(720, 1790);
				const picture = `${name.replace(' ', '-')}-${colorScheme}.png`;
				await page.screenshot({ path: info.outputPath(picture) });
			});
		}
		await editor.closeNode();
	}
});

/** The texts that are wider than their place. */
async function cutOff(parameters: ReturnType<Editor['parameter']>): Promise<string[]> {
	return await parameters
		.locator('label, .notice-content, [data-test-id="parameter-input-hint"]')
		.evaluateAll((elements) =>
			elements
				.filter((element) => element.scrollWidth > element.clientWidth + 1)
				.map((element) => element.textContent ?? ''),
		);
}
