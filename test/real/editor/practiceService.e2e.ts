import { Editor } from './editor';
import { publish, rest, saveWorkflow, type SavedWorkflow } from './savedWorkflows';
import { readSettings } from './settings';
import { expect, test } from './test';
import { messenger, node, rowsTo, settings, start, to } from './workflowBuilder';

const email = 'anna.schmidt@example.com';

/** The workflow of the README's first steps. */
const firstSteps = {
	name: 'First steps in practice',
	nodes: [
		start,
		node('Verify email', {
			type: messenger,
			position: [220, 0],
			parameters: { resource: 'email', operation: 'verify', email },
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

const people = Array.from({ length: 50 }, (_, index) => ({
	phone: `+1 (415) 555-0${200 + index}`,
	first: `Person ${index}`,
}));
const campaign = node('Campaign', {
	type: messenger,
	position: [660, 0],
	parameters: {
		resource: 'campaign',
		operation: 'sendToItems',
		sendMode: 'send',
		fromNumber: '+1 415 555 0100',
		templateName: 'welcome',
		messengerNumber: '={{ $json.phone }}',
		recipientFields: { firstName: '={{ $json.first }}' },
		options: { recipientsPerRequest: 25 },
	},
});

test('the example practice-service stands in for the service', async ({ page }) => {
	test.setTimeout(120_000);
	const editor = new Editor(page);
	const baseUrl = `${readSettings().editorUrl}/webhook/practice`;
	await publish(page, (await rest(page, 'get', 'workflows/practice-service')) as SavedWorkflow);
	const lists = async () => (await fetch(`${baseUrl}/webhook/lists`)).status;
	await expect.poll(lists).toBe(401);

	await editor.open('home/credentials');
	await page.getByTestId('add-resource-credential').click();
	await page.getByTestId('new-credential-type-select').locator('input').fill('messenger');
	await page.getByRole('option', { name: 'Messenger API' }).click();
	await page.getByTestId('new-credential-type-button').click();
	await editor.parameter('baseUrl').locator('input').fill(baseUrl);
	await editor.parameter('apiKey').locator('input').fill('practice-key');
	const created = page.waitForResponse(
		(response) => response.request().method() === 'POST' && response.url().endsWith('/credentials'),
	);
	await page.getByTestId('credential-save-button').getByText('Save', { exact: true }).click();
	await expect(page.getByTestId('credentials-config-container-test-success')).toBeVisible();
	const { data: credential } = await (await created).json();
	await page.keyboard.press('Escape');

	for (const workflow of [firstSteps, rowsTo('Campaign in practice', people, [campaign])]) {
		const { id } = await saveWorkflow(page, workflow, [credential]);
		await editor.openWorkflow(id);
		expect(await editor.execute()).toBe('success');
	}

	const filter = encodeURIComponent(JSON.stringify({ name: 'messenger_practice' }));
	const tables = (await rest(page, 'get', `data-tables-global?filter=${filter}`)) as {
		data: Array<{ id: string; projectId: string }>;
	};
	const { id = '', projectId = '' } = tables.data[0] ?? {};
	const path = `projects/${projectId}/data-tables/${id}/rows?take=100&sortBy=id:asc`;
	const { data: rows } = (await rest(page, 'get', path)) as { data: Array<{ request: string }> };
	expect(rows).toMatchObject([
		{ kind: 'event', content: 'first_workflow', email },
		...people.map(({ first }, index) => ({
			kind: 'campaign',
			content: 'welcome (en)',
			messenger_number: `+14155550${200 + index}`,
			name: first,
		})),
	]);
	expect(new Set(rows.map(({ request }) => request)).size).toBe(3);
});
