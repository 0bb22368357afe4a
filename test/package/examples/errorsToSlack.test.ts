import type { IDataObject } from 'n8n-workflow';
import { messengerWorkflow } from '../../../playground/engine/messengerWorkflow';
import { example, exampleRuns, passing } from './exampleRuns';

const { run, sandbox } = exampleRuns();

/** The Error Trigger's item for an execution that failed, as n8n hands it on. */
const failed = (error: unknown) =>
	JSON.parse(
		JSON.stringify({
			execution: { url: 'https://n8n.example/1', error, lastNodeExecuted: 'Messenger' },
			workflow: { id: '1', name: 'Client A: <!channel> orders' },
		}),
	) as IDataObject;

async function post(item: IDataObject) {
	const workflow = example('errors-to-slack');
	const nodes = workflow.nodes.map((node) => (node.type.endsWith('.slack') ? passing(node) : node));
	const pinData = { 'Error Trigger': [{ json: item }] };
	const { json } = await run({ ...workflow, nodes, pinData }, 'Error Trigger', 'error');
	return json('Post to Slack')[0] as Record<string, string>;
}

it('says of a run that stopped which client, what happened, what became of its items, and what to do', async () => {
	const event = {
		resource: 'event',
		operation: 'send',
		contactEmail: '={{ $json.email }}',
		eventCode: 'order_placed',
		requestOptions: { maxConcurrency: 1, maxRetryWait: 0 },
	};
	const emails = ['a', 'b', 'refuse', 'c'].map((name) => ({ email: `${name}@example.com` }));
	await sandbox().outage({ kind: '503', seconds: 20 });
	const error: unknown = await run(messengerWorkflow(event, emails)).catch((thrown) => thrown);
	const { where, what, what_to_do, items, link } = await post(failed(error));

	expect(where).toBe('*Client A: !channel orders* stopped at *Messenger* (Messenger API)');
	expect(what).toMatch(/^May have been sent: /);
	expect(what_to_do).toMatch(/\n/);
	expect(what_to_do).not.toMatch(/[<>]/);
	expect(items).toMatch(
		/^May have been processed: (item 0|items 0 to \d)\nNot sent: (item 3|items \d to 3)$/,
	);
	expect(link).toBe('https://n8n.example/1');
});

it.each([
	['Accepted: items 0 to 2, 5, 7 to 8', [0, 1, 2, 5, 7, 8]],
	['Accepted: item 4', [4]],
	['', []],
	['Accepted: items 0 to 4999', Array.from({ length: 5_000 }, (_, item) => item)],
])('writes items as ranges: %s', async (expected, accepted) => {
	const run = { accepted, uncertain: [], failed: [], notSent: [] };
	const { items } = await post(failed({ message: 'x', context: { run } }));
	expect(items).toBe(expected);
});

it('takes what other nodes and triggers give', async () => {
	const other = await post(failed({ message: 'No such table' }));
	expect(other).toMatchObject({ what: 'No such table', what_to_do: '', items: '' });
	const trigger = { workflow: { name: 'Poll' }, trigger: { error: { message: 'Expired' } } };
	expect(await post(trigger)).toMatchObject({
		where: '*Poll* stopped at *its trigger*',
		what: 'Expired',
		link: '',
	});
});
