import { sandboxCredential } from '../../../playground/content';
import { publish, rest, saveWorkflow, type SavedWorkflow } from './savedWorkflows';
import { readSettings } from './settings';
import { expect, test } from './test';
import { messengerNode, rowsTo } from './workflowBuilder';

const email = 'anna.schmidt@example.com';

/** A step of the README's first workflow. */
const event = messengerNode('Event', {
	resource: 'event',
	operation: 'send',
	contactEmail: '={{ $json.email }}',
	eventCode: 'first_workflow',
});

const people = Array.from({ length: 50 }, (_, index) => ({
	phone: `+1 (415) 555-0${200 + index}`,
	first: `Person ${index}`,
}));
const campaign = messengerNode('Campaign', {
	resource: 'campaign',
	operation: 'sendToItems',
	sendMode: 'send',
	fromNumber: '+1 415 555 0100',
	templateName: 'welcome',
	messengerNumber: '={{ $json.phone }}',
	recipientFields: { firstName: '={{ $json.first }}' },
	options: { recipientsPerRequest: 25 },
});

test('the example practice-service stands in for the service', async ({ editor }) => {
	const { page } = editor;
	const baseUrl = `${readSettings().editorUrl}/webhook/practice`;
	await publish(page, await rest<SavedWorkflow>(page, 'get', 'workflows/practice-service'));
	const lists = async () => (await fetch(`${baseUrl}/webhook/lists`)).status;
	await expect.poll(lists).toBe(401);

	const given = sandboxCredential(baseUrl, 'practice-key');
	const { id } = await rest<{ id: string }>(page, 'post', 'credentials', given);
	const credential = { ...given, id };
	for (const workflow of [
		rowsTo('Event in practice', [{ email }], [event]),
		rowsTo('Campaign in practice', people, [campaign]),
	]) {
		const { id } = await saveWorkflow(page, workflow, [credential]);
		await editor.openWorkflow(id);
		expect(await editor.execute()).toBe('success');
	}

	const filter = encodeURIComponent(JSON.stringify({ name: 'messenger_practice' }));
	const tables = (await rest(page, 'get', `data-tables-global?filter=${filter}`)) as {
		data: Array<{ id: string; projectId: string }>;
	};
	const table = tables.data[0]!;
	const path = `projects/${table.projectId}/data-tables/${table.id}/rows?take=100&sortBy=id:asc`;
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
