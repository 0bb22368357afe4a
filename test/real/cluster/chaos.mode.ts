import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sandboxCredential, withCredentials } from '../../../playground/content';
import { root } from '../../../playground/folders';
import { table, writeMeasured } from '../../../playground/measured';
import { installN8n } from '../../../playground/n8nInstall';
import { packPackage } from '../../../playground/packageInstall';
import { spawnSandbox } from '../../../sandbox';
import { FaultyService } from '../../support/FaultyService';
import { messengerNode, rowsTo, start } from '../editor/workflowBuilder';
import { Cluster, queueMode } from './Cluster';
import {
	callWebhook,
	eventWorkflow,
	executionsOf,
	uncertainOf,
	runsOf,
	tally,
	type Tally,
} from './events';
import { faults, passesOn, type Fault, type Field } from './faults';
import { addRows, isMidBatch, outboxWorkflow, settledRows } from './outbox';
import { happens, until } from '../../../playground/until';

/** True if every fault is tried, not only what is tried for every change, with fewer events. */
const isWhole = process.env.WHOLE_CHAOS === 'true';

const outboxRows = 120;

/** The rows of the two tables in the document. */
const rows = { events: [] as string[][], outbox: [] as string[][] };

let field: Field;

let trials = 0;

const say = (text: string) => void process.stdout.write(`${text}\n`);

beforeAll(async () => {
	await installN8n(say);
	const cluster = await Cluster.prepare(await packPackage(say));
	const sandbox = await spawnSandbox({ rate: 100, burst: 50, retryAfter: 1 });
	field = { cluster, sandbox, line: await FaultyService.start() };
}, 600_000);

afterAll(async () => {
	await field?.cluster.stop();
	await field?.line.close();
	await field?.sandbox.close();
	// Where only some were tried, or one broke off, the tables stay as they are.
	const wanted = faults.length + faults.filter(({ outbox }) => outbox).length;
	if (rows.events.length + rows.outbox.length < wanted) return;
	const path = join(root, 'docs', 'scaling.md');
	const events = [
		'what happens in the middle of 2,000 events',
		'delivered before Retry',
		'twice after Retry',
	];
	const toDo = rows.events.filter((cells) => cells.at(-1) !== 'nothing');
	writeMeasured(path, 'events', table([...events, 'what to do'], toDo));
	const outbox = ['what happens in the middle of a batch', 'delivered', 'uncertain'];
	writeMeasured(path, 'outbox', table(outbox, rows.outbox));
}, 60_000);

/** Strikes in the middle of a workload, and then does what a person would do. */
async function tryEvents(fault: Fault) {
	const [executions, items] = fault.workload ?? [isWhole ? 40 : 8, 50];
	const { path, keys, credential } = await begin(fault, executions * items);
	const { cluster, sandbox, line } = field;
	const workflow = eventWorkflow(credential, path, fault.requestOptions);
	const workflowId = await cluster.publish(workflow);
	/** The tally when none of these executions is unfinished, or after four minutes. */
	const settled = async (isRetry: boolean) => {
		const ofThese = async () =>
			(await executionsOf(cluster, workflowId)).filter(
				({ mode }) => (mode === 'retry') === isRetry,
			);
		await happens(async () => !(await ofThese()).some(({ status }) => /new|running/.test(status)));
		const executions = await ofThese();
		const failed = executions.filter(({ status }) => status === 'error');
		const uncertain = await Promise.all(failed.map((it) => uncertainOf(cluster, it)));
		return {
			...tally(keys, await arrived(), uncertain.flat()),
			statuses: [...new Set(executions.map(({ status }) => status))],
		};
	};

	await callWebhook(`${cluster.url}/webhook/${path}`, keys, items);
	await until(async () => (await arrived()).length >= keys.length / 3, 100);
	await strike(fault);
	const before = await settled(false);
	if (before.statuses.join() === 'success') return { before };

	line.follow(passesOn(sandbox.url));
	if (fault.mainIsRestarted) {
		await cluster.main.terminate();
		await cluster.main.start();
	}
	// A person who is not sure presses the arrow of the first execution again: that must not send again (R7).
	for (const again of [false, true]) {
		for (const { id, status, mode } of await executionsOf(cluster, workflowId)) {
			// Nobody retries what n8n shows as running. n8n answers when the retry has ended.
			if (mode === 'retry' || !/error|crashed|canceled/.test(status)) continue;
			const path = `executions/${id}/retry`;
			cluster.session.post(path, { loadWorkflow: false }).catch(() => undefined);
		}
		await wait(5_000);
		if (!again) await settled(true);
	}
	return { before, after: await settled(true) };
}

/** Strikes in the middle of a batch of the outbox. Nobody does anything then. */
async function tryOutbox(fault: Fault) {
	const { keys, credential } = await begin(fault, outboxRows);
	const { cluster } = field;
	await addRows(cluster, keys);
	const id = await cluster.publish(outboxWorkflow(credential));
	await until(async () => isMidBatch((await arrived()).length));
	await strike(fault);
	const settled = await settledRows(cluster, keys);
	await cluster.post(`workflows/${id}/deactivate`, {});
	const keysOf = (wanted: string) =>
		settled.filter(({ state }) => state === wanted).map(({ key }) => key);
	const uncertain = keysOf('uncertain');
	const left = outboxRows - keysOf('sent').length - uncertain.length;
	return { ...tally(keys, await arrived(), uncertain), left };
}

/** @returns the path of the trial's webhook, the keys of its events, and how the service is reached */
async function begin({ shape = queueMode, byLine }: Fault, count: number) {
	const { cluster, sandbox, line } = field;
	const path = `trial-${(trials += 1)}`;
	await cluster.run(shape);
	line.follow(passesOn(sandbox.url));
	await sandbox.reset();
	const keys = Array.from({ length: count }, (_, index) => `${path}-${index}`);
	const given = sandboxCredential((byLine ? line : sandbox).url, sandbox.apiKey);
	const { id } = await cluster.post<{ id: string }>('credentials', given);
	return { path, keys, credential: { ...given, id } };
}

async function strike({ strike, shape = queueMode }: Fault) {
	await strike?.(field);
	// A supervisor restarts what has ended of itself.
	await field.cluster.run(shape);
}

/** The keys of the events that the service has accepted, in the order of arrival. */
async function arrived() {
	const { events } = await field.sandbox.accepted();
	return events.map(
		({ content }) => (content as { event: { data: { key: string } } }).event.data.key,
	);
}

const figure = (count: number) => count.toLocaleString('en');

/** The person's part in a row of the document. Here Retry is pressed without the comparison. */
function whatToDo({ mainIsRestarted }: Fault, after: Tally | undefined): string {
	if (!after) return 'nothing';
	const { missing, twice, uncertain } = after;
	return [
		mainIsRestarted && 'restart main',
		twice > 0 && 'compare with the service',
		'Retry',
		uncertain > 0 && `check the ${figure(uncertain)} uncertain`,
		missing > 0 && uncertain === 0 && `run the ${figure(missing)} missing again`,
	]
		.filter(Boolean)
		.join(', ');
}

test('a run in the editor goes to a worker, where it shows what it would send', async () => {
	const { credential } = await begin(faults[0]!, 0);
	const { cluster, sandbox } = field;
	const campaign = messengerNode('Campaign', {
		resource: 'campaign',
		operation: 'sendToItems',
		fromNumber: '+14155550100',
		templateName: 'welcome',
		messengerNumber: '+14155550199',
	});
	const workflow = rowsTo('By hand', [{}], [campaign]);
	const { id } = await cluster.post<{ id: string }>(
		'workflows',
		withCredentials(workflow, [credential]),
	);
	const how = { triggerToStartFrom: { name: start.name } };
	const path = `workflows/${id}/run`;
	const { executionId } = await cluster.post<{ executionId: string }>(path, how);
	await until(async () =>
		(await executionsOf(cluster, id)).some(({ status }) => status === 'success'),
	);
	const { Campaign } = await runsOf(cluster, executionId);
	expect(Campaign?.[0]?.data?.main).toMatchObject([[], [{ json: { send_status: 'preview' } }]]);
	expect(await sandbox.requests()).toEqual([]);
	const logs = cluster.workers.map(({ folder }) =>
		readFileSync(join(folder, `${basename(folder)}.log`), 'utf8'),
	);
	expect(logs.join()).toContain(`Worker started execution ${executionId} `);
});

describe.each(faults)('$name', (fault) => {
	const { name, guarantee, outbox, everyChange } = fault;

	if (isWhole || everyChange === 'events')
		test('events', async () => {
			const outcome = await tryEvents(fault);
			say(`${name}: ${JSON.stringify(outcome)}`);
			const { before, after } = outcome;
			const twice = figure((after ?? before).twice);
			rows.events.push([name, figure(before.delivered), twice, whatToDo(fault, after)]);
			expect(before).toMatchObject({ twice: 0 });
			if (!guarantee) expect(outcome).toEqual({ before: { ...before, missing: 0, uncertain: 0 } });
			if (guarantee === 'complete after Retry')
				expect(after).toMatchObject({ twice: 0, unnamed: 0 });
		});

	if (outbox && (isWhole || everyChange === 'outbox'))
		test('outbox', async () => {
			const outcome = await tryOutbox(fault);
			say(`${name}, outbox: ${JSON.stringify(outcome)}`);
			const { delivered, uncertain } = outcome;
			rows.outbox.push([name, ...[delivered, uncertain].map(figure)]);
			expect(outcome).toMatchObject({ twice: 0, unnamed: 0, left: 0 });
			const [least, most] = outbox;
			expect(outcome.uncertain).toBeGreaterThanOrEqual(least);
			expect(outcome.uncertain).toBeLessThanOrEqual(most);
		});
});
