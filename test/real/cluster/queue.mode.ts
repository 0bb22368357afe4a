import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import {
	sandboxCredential,
	withCredentials,
	type Credential,
	type WorkflowFile,
} from '../../../tools/playground/content';
import { installN8n } from '../../../tools/playground/n8nInstall';
import { until } from '../../../tools/playground/until';
import { spawnSandbox, type Sandbox } from '../../../tools/sandbox';
import {
	messengerNode,
	node,
	rowsTo,
	settings,
	start,
	to,
	webhook,
} from '../editor/workflowBuilder';
import { Cluster } from './Cluster';

const [executions, itemsOfEach] = [8, 50];

let cluster: Cluster;
let sandbox: Sandbox;
let credential: Credential;

beforeAll(async () => {
	installN8n();
	cluster = await Cluster.start();
	sandbox = await spawnSandbox({ rate: 100, burst: 50, retryAfter: 1 });
	const given = sandboxCredential(sandbox.url, sandbox.apiKey);
	const { id } = await cluster.post<{ id: string }>('credentials', given);
	credential = { ...given, id };
}, 600_000);

afterAll(async () => {
	await cluster?.stop();
	await sandbox?.close();
}, 60_000);

beforeEach(async () => await sandbox.reset());

/** A webhook that answers at once and sends an event for each of its body's items. */
function eventWorkflow(path: string): WorkflowFile {
	const items = node('Items', {
		type: 'n8n-nodes-base.splitOut',
		parameters: { fieldToSplitOut: 'body.items' },
	});
	const send = messengerNode('Send', {
		resource: 'event',
		operation: 'send',
		contactEmail: '={{ $json.key }}@example.com',
		eventCode: 'queue_test',
	});
	const workflow = {
		name: path,
		nodes: [webhook(path, 'onReceived'), items, send],
		connections: { Webhook: to('Items'), Items: to('Send') },
		settings,
	};
	return withCredentials(workflow, [credential]);
}

/** Calls a webhook at once for all executions. */
async function call(url: string, itemsOfEach: number): Promise<void> {
	const calls = Array.from({ length: executions }, async (_, execution) => {
		const items = Array.from({ length: itemsOfEach }, (_, item) => ({
			key: `${execution}-${item}`,
		}));
		const headers = { 'content-type': 'application/json' };
		const body = JSON.stringify({ items });
		// A workflow that has just been published is live a moment later.
		await until(async () => (await fetch(url, { method: 'POST', headers, body })).ok, 200);
	});
	await Promise.all(calls);
}

/** Publishes the workflow, calls it, and waits until a hundred events have arrived. @returns the workflow's id */
async function begun(path: string, items = itemsOfEach): Promise<string> {
	const id = await cluster.publish(eventWorkflow(path));
	await call(`${cluster.url}/webhook/${path}`, items);
	await until(async () => (await arrived()).length >= 100, 100);
	return id;
}

/** The addresses of the events that the service has accepted. */
async function arrived(): Promise<string[]> {
	const { events } = await sandbox.accepted();
	return events.map(({ content }) => (content as { contact: { email: string } }).contact.email);
}

const statusesOf = async (workflowId: string) =>
	new Set((await cluster.untilSettled(workflowId)).map(({ status }) => status));

test('two workers share the limit of a service, and each event arrives once', async () => {
	const id = await begun('shared');
	expect(await statusesOf(id)).toEqual(new Set(['success']));
	const emails = await arrived();
	expect(emails).toHaveLength(executions * itemsOfEach);
	expect(new Set(emails).size).toBe(emails.length);
});

test("a Retry of a killed worker's runs sends nothing twice", async () => {
	const id = await begun('killed');
	await cluster.workers[0]!.kill();
	const settled = await cluster.untilSettled(id);
	const failed = settled.filter(({ status }) => status !== 'success');
	expect(failed).not.toEqual([]);
	await cluster.workers[0]!.startAgain();
	// n8n answers when the Retry has ended.
	const retry = async ({ id }: { id: string }) =>
		await cluster.post(`executions/${id}/retry`, { loadWorkflow: false });
	await Promise.allSettled(failed.map(retry));
	expect(await cluster.untilSettled(id)).toHaveLength(settled.length + failed.length);
	const emails = await arrived();
	expect(new Set(emails).size).toBe(emails.length);
	const complete = settled.length - failed.length;
	expect(emails.length).toBeGreaterThanOrEqual(complete * itemsOfEach);
});

test('runs that somebody stops send nothing more', async () => {
	const id = await begun('stopped', 10 * itemsOfEach);
	const filter = { workflowId: id, status: ['new', 'running'] };
	await cluster.post('executions/stopMany', { filter });
	expect(await statusesOf(id)).toEqual(new Set(['canceled']));
	// What is on its way arrives, and a busy worker hears of it late.
	let length: number;
	do {
		({ length } = await arrived());
		await wait(2_000);
	} while ((await arrived()).length > length);
	expect(length).toBeLessThan(10 * executions * itemsOfEach);
});

test('a run in the editor goes to a worker, where it shows what it would send', async () => {
	const campaign = messengerNode('Campaign', {
		resource: 'campaign',
		operation: 'sendToItems',
		fromNumber: '+14155550100',
		templateName: 'welcome',
		messengerNumber: '+14155550199',
	});
	const workflow = withCredentials(rowsTo('By hand', [{}], campaign), [credential]);
	const { id } = await cluster.post<{ id: string }>('workflows', workflow);
	const how = { triggerToStartFrom: { name: start.name } };
	const { executionId } = await cluster.post<{ executionId: string }>(`workflows/${id}/run`, how);
	expect(await statusesOf(id)).toEqual(new Set(['success']));
	const { data } = await cluster.get<{ data: string }>(`executions/${executionId}`);
	expect(data).toContain('"preview"');
	expect(await sandbox.requests()).toEqual([]);
	const logs = cluster.workers.map(({ logPath }) => readFileSync(logPath, 'utf8'));
	expect(logs.join()).toContain(`Worker started execution ${executionId} `);
});
