import { setTimeout as wait } from 'node:timers/promises';

import { N8n } from '../../bench/N8n';
import type { Held } from '../../bench/nodes/Meter.node';
import { installN8n } from '../../playground/n8nInstall';
import { packPackage } from '../../playground/packageInstall';
import { stopAll } from '../../playground/processes';
import { spawnSandbox, type Sandbox } from '../../sandbox';

const executions = 2_000;
const eventsEach = 100;
const atOnce = 4;
/** Executions between two looks into the sandbox. */
const batch = 40;

/** The package forgets a service that nobody has used for a minute. */
const untilForgotten = 65_000;

const say = (text: string) => process.stdout.write(`${text}\n`);

let sandbox: Sandbox;
let n8n: N8n;

beforeAll(async () => {
	await installN8n(say);
	const tarball = await packPackage(say);
	sandbox = await spawnSandbox();
	n8n = await N8n.start('soak', tarball, sandbox);
}, 600_000);

afterAll(async () => {
	await n8n?.stop();
	await stopAll();
	await sandbox?.close();
}, 60_000);

test('2,000 executions of 100 events leave nothing behind in n8n', async () => {
	const afterATenth = await soak(executions / 10);
	const atTheEnd = await soak((executions * 9) / 10);
	expect([afterATenth.services, atTheEnd.services]).toEqual([0, 0]);
	expect(atTheEnd.listeners).toBeLessThanOrEqual(afterATenth.listeners);
	expect(atTheEnd.timers).toBeLessThanOrEqual(afterATenth.timers);
	expect(atTheEnd.memory).toBeLessThanOrEqual(afterATenth.memory * 1.1);
	expect(atTheEnd.resident).toBeLessThanOrEqual(afterATenth.resident * 1.1);
});

/** Runs so many executions, and says what n8n holds when everything may be forgotten. */
async function soak(count: number): Promise<Held> {
	const startedAt = Date.now();
	for (let done = 0; done < count; done += batch) {
		// The sandbox keeps what arrives; between batches, nothing is on its way.
		await sandbox.reset();
		await Promise.all(Array.from({ length: atOnce }, () => runInTurn(batch / atOnce)));
		const { events } = await sandbox.accepted();
		expect(events).toHaveLength(batch * eventsEach);
	}
	const seconds = Math.round((Date.now() - startedAt) / 1000);
	await wait(untilForgotten);
	const held = (await n8n.run('meter', 1, sandbox)) as unknown as Held;
	say(`${count} executions in ${seconds} s; n8n holds ${JSON.stringify(held)}`);
	return held;
}

async function runInTurn(count: number): Promise<void> {
	for (let done = 0; done < count; done += 1) {
		await n8n.run('eventSend', eventsEach, sandbox);
	}
}
