import { setTimeout as wait } from 'node:timers/promises';

import { N8n } from '../../../bench/N8n';
import type { Held } from '../../../bench/nodes/Meter.node';
import { installN8n } from '../../../playground/n8nInstall';
import { packPackage } from '../../../playground/packageInstall';
import { stopAll } from '../../../playground/processes';
import { spawnSandbox, type Sandbox } from '../../../sandbox';

/** Executions between two looks into the sandbox, four at once. */
const batch = 40;

/** The package forgets a service that nobody has used for a minute. */
const untilForgotten = 65_000;

/** V8 gives what a collection of garbage has freed back to the system some 10 s after it. */
const untilGivenBack = 30_000;

const say = (text: string) => void process.stdout.write(`${text}\n`);

let n8n: N8n;
let sandbox: Sandbox;

beforeAll(async () => {
	await installN8n(say);
	const tarball = await packPackage(say);
	sandbox = await spawnSandbox();
	n8n = await N8n.start('soak', tarball);
}, 600_000);

afterAll(async () => {
	await stopAll();
	await sandbox?.close();
}, 60_000);

test('2,000 executions of 100 events leave nothing behind in n8n', async () => {
	const early = await heldAfter(200);
	const late = await heldAfter(1_800);
	expect([early.services, late.services]).toEqual([0, 0]);
	const growth = { listeners: 1, timers: 1, memory: 1.1, resident: 1.1 };
	for (const [name, most] of Object.entries(growth) as Array<[keyof Held, number]>)
		expect(late[name]).toBeLessThanOrEqual(early[name] * most);
});

/** n8n's memory and timers after so many more executions. */
async function heldAfter(count: number): Promise<Held> {
	const runInTurn = async () => {
		for (let done = 0; done < batch / 4; done += 1) await n8n.run('eventSendMix', 100, sandbox);
	};
	for (let done = 0; done < count; done += batch) {
		// The sandbox keeps what arrives; between batches, nothing is on its way.
		await sandbox.reset();
		await Promise.all(Array.from({ length: 4 }, runInTurn));
		expect((await sandbox.accepted()).events).toHaveLength(batch * 100);
	}
	await wait(untilForgotten);
	await n8n.run('meter', 1, sandbox);
	await wait(untilGivenBack);
	const held = (await n8n.run('meter', 1, sandbox)) as unknown as Held;
	say(`${count} executions; n8n holds ${JSON.stringify(held)}`);
	return held;
}
