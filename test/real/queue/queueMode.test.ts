import { sandboxCredential } from '../../../playground/content';
import { installN8n } from '../../../playground/n8nInstall';
import { packPackage } from '../../../playground/packageInstall';
import { Progress } from '../../../playground/progress';
import { spawnSandbox, type Sandbox } from '../../../sandbox';
import { Cluster, queueMode, regularMode, type Shape } from '../cluster/Cluster';
import { countByStatus, Executions } from '../cluster/executions';
import {
	isMidBatch,
	outboxBatch,
	outboxId,
	OutboxTable,
	outboxWorkflow,
	type RowState,
} from '../cluster/outbox';
import type { Unit } from '../cluster/Unit';
import { until } from '../cluster/until';
import {
	arrivedData,
	callWebhook,
	eventName,
	eventWorkflow,
	everyEventOf,
} from '../cluster/workload';

/**
 * The example runs every 30 s and waits 15 minutes before it calls a row lost. Only these two times
 * are others here: a batch takes a few seconds, so that as with 30 s no run begins before the last one
 * has ended.
 */
const outboxTimes = { everySeconds: 15, lostAfterSeconds: 30 };

const rowCount = 200;

const workload = { calls: 40, items: 50, firstCall: 0 };
const rate = 100;
const everyEvent = everyEventOf(workload);

/** One that takes its time, so that a crash meets requests on their way; and one with a limit. */
let slow: Sandbox;
let limited: Sandbox;
let cluster: Cluster;
let table: OutboxTable;

beforeAll(async () => {
	const progress = new Progress(3, (line) => process.stdout.write(`${line}\n`));
	progress.next('n8n');
	await installN8n((text) => progress.detail(text));
	progress.next('Build and pack the package');
	const tarball = await packPackage((text) => progress.detail(text));
	progress.next('PostgreSQL, Redis, the sandboxes and n8n');
	slow = await spawnSandbox({ latency: 50 });
	limited = await spawnSandbox({ rate, burst: 50, retryAfter: 1 });
	const toSlow = { ...sandboxCredential(slow.url, slow.apiKey), id: 'slow' };
	const toLimited = sandboxCredential(limited.url, limited.apiKey);
	cluster = await Cluster.prepare({
		tarball,
		credentials: [toSlow, toLimited],
		workflows: [outboxWorkflow(toSlow, outboxTimes), eventWorkflow(toLimited, { path: 'events' })],
	});
	await cluster.run(regularMode);
	table = await OutboxTable.create(cluster.session);
}, 600_000);

afterAll(async () => {
	await cluster?.stop();
	await slow?.close();
	await limited?.close();
}, 60_000);

interface Crash {
	name: string;
	shape: Shape;
	/** What is killed, and restarted. */
	killed: () => Unit[];
}

const crashes: Crash[] = [
	{ name: 'n8n in one process is', shape: regularMode, killed: () => [cluster.main] },
	// Nobody knows which of them has the batch.
	{ name: 'both workers are', shape: queueMode, killed: () => cluster.workers },
];

test.each(crashes)(
	'the outbox loses nothing and leaves at most a batch in doubt when $name killed and restarted',
	async ({ name, shape, killed }) => {
		const arrivedKeys = async () =>
			(await arrivedData<{ key: string }>(slow)).map(({ key }) => key);
		await cluster.run(shape);
		await slow.reset();
		const prefix = name.replaceAll(' ', '-');
		const keys = Array.from({ length: rowCount }, (_, index) => `${prefix}-${index}`);
		await table.add(keys);
		await cluster.publish(outboxId);
		await until(async () => isMidBatch((await arrivedKeys()).length));
		await Promise.all(killed().map(async (unit) => await unit.kill()));
		await Promise.all(killed().map(async (unit) => await unit.start()));
		const rows = await table.settledRows(prefix, 180_000);
		await cluster.unpublish(outboxId);

		const arrived = await arrivedKeys();
		const inState = (wanted: RowState) =>
			rows.filter(({ state }) => state === wanted).map(({ key }) => key);
		const inDoubt = inState('in doubt');
		process.stdout.write(
			`${name} killed: ${arrived.length} of ${rowCount} arrived, ${inDoubt.length} in doubt\n`,
		);
		expect(inState('sent').length + inDoubt.length).toBe(rowCount);
		expect(inDoubt.length).toBeGreaterThan(0);
		expect(inDoubt.length).toBeLessThanOrEqual(outboxBatch);
		expect(arrived).toHaveLength(new Set(arrived).size);
		expect(arrived).toEqual(expect.arrayContaining(inState('sent')));
	},
);

test('two workers send 2,000 events exactly once under a limit of 100 requests a second', async () => {
	const arrived = async () => (await arrivedData(limited)).map(eventName);
	await cluster.run(queueMode);
	await cluster.publish('events');
	const executions = new Executions(cluster.session, 'events');
	const lastId = await executions.newest();
	const startedAt = Date.now();
	await callWebhook(`${cluster.url}/webhook/events`, workload);
	const statuses = await executions.settled(lastId, async () => (await arrived()).length, 60_000);
	const seconds = (Date.now() - startedAt) / 1000;
	const refused = (await limited.requests()).filter(({ status }) => status === 429).length;
	process.stdout.write(
		`${everyEvent.length} events in ${seconds.toFixed(1)} s ` +
			`(the limit of ${rate} a second allows ${everyEvent.length / rate} s); ` +
			`${refused} requests were answered with 429.\n`,
	);
	expect(countByStatus(statuses)).toEqual({ success: workload.calls });
	expect((await arrived()).sort()).toEqual([...everyEvent].sort());
});
