import { sandboxCredential } from '../../playground/content';
import { installN8n } from '../../playground/n8nInstall';
import { packPackage } from '../../playground/packageInstall';
import { stopAll } from '../../playground/processes';
import { spawnSandbox, type Sandbox } from '../../sandbox';
import { Cluster, queueMode, regularMode, type Shape } from '../cluster/Cluster';
import {
	isMidBatch,
	outboxBatch,
	outboxId,
	OutboxTable,
	outboxWorkflow,
	type RowState,
} from '../cluster/outbox';
import { until } from '../cluster/until';
import { arrivedData } from '../cluster/workload';
import type { Unit } from '../cluster/Unit';

/**
 * The example runs every 30 s and waits 15 minutes before it calls a row lost. Only these two times
 * are others here: a batch takes a few seconds, so that as with 30 s no run begins before the last one
 * has ended.
 */
const times = { everySeconds: 15, lostAfterSeconds: 30 };

const rowCount = 200;

let sandbox: Sandbox;
let cluster: Cluster;
let table: OutboxTable;

beforeAll(async () => {
	await installN8n(() => {});
	const tarball = await packPackage(() => {});
	sandbox = await spawnSandbox({ latency: 50 });
	const credential = sandboxCredential(sandbox.url, sandbox.apiKey);
	const workflows = [outboxWorkflow(credential, times)];
	cluster = await Cluster.prepare({ tarball, credentials: [credential], workflows });
	await cluster.run(regularMode);
	table = await OutboxTable.create(cluster.session);
}, 600_000);

afterAll(async () => {
	await cluster?.stop();
	await stopAll();
	await sandbox?.close();
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
		await cluster.run(shape);
		await sandbox.reset();
		const prefix = name.replaceAll(' ', '-');
		const keys = Array.from({ length: rowCount }, (_, index) => `${prefix}-${index}`);
		await table.add(keys);
		await cluster.publish(outboxId);
		await until(async () => isMidBatch((await arrivedKeys()).length));
		await Promise.all(killed().map(async (unit) => await unit.kill()));
		for (const unit of killed()) await unit.start();
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

async function arrivedKeys(): Promise<string[]> {
	return (await arrivedData<{ key: string }>(sandbox)).map(({ key }) => key);
}
