import { setTimeout as wait } from 'node:timers/promises';

import { N8n } from '../../../bench/N8n';
import type { Held } from '../../../bench/nodes/Meter.node';
import { installN8n } from '../../../playground/n8nInstall';
import { packPackage } from '../../../playground/packageInstall';
import { stopAll } from '../../../playground/processes';
import { spawnSandbox, type Sandbox } from '../../../sandbox';

const executions = 2_000;
const eventsEach = 100;
const atOnce = 4;
/** Executions between two looks into the sandbox. */
const batch = 40;

/** The package forgets a service that nobody has used for a minute. */
const untilForgotten = 65_000;

/** V8 gives what a collection of garbage has freed back to the system some 10 s after it. */
const untilGivenBack = 30_000;

const say = (text: string) => process.stdout.write(`${text}\n`);

let tarball: string;

beforeAll(async () => {
	await installN8n(say);
	tarball = await packPackage(say);
}, 600_000);

afterAll(stopAll, 60_000);

test('2,000 executions of 100 events leave nothing behind in n8n', async () => {
	const { afterATenth, atTheEnd } = await soak();

	expect([afterATenth.services, atTheEnd.services]).toEqual([0, 0]);
	expect(atTheEnd.listeners).toBeLessThanOrEqual(afterATenth.listeners);
	expect(atTheEnd.memory).toBeLessThanOrEqual(afterATenth.memory * 1.1);
	expect(atTheEnd.timers).toBeLessThanOrEqual(afterATenth.timers);
	expect(atTheEnd.resident).toBeLessThanOrEqual(afterATenth.resident * 1.1);
});

/** What n8n holds when a tenth of the executions is over, and when all are. */
async function soak(): Promise<{ afterATenth: Held; atTheEnd: Held }> {
	const sandbox = await spawnSandbox();
	const n8n = await N8n.start('soak', tarball, sandbox);
	const heldAfter = async (count: number) => {
		const seconds = await runAll(n8n, count, sandbox);
		await wait(untilForgotten);
		await n8n.run('meter', 1, sandbox);
		await wait(untilGivenBack);
		const held = (await n8n.run('meter', 1, sandbox)) as unknown as Held;
		say(`${count} executions in ${seconds} s; n8n holds ${JSON.stringify(held)}`);
		return held;
	};
	try {
		return {
			afterATenth: await heldAfter(executions / 10),
			atTheEnd: await heldAfter((executions * 9) / 10),
		};
	} finally {
		await n8n.stop();
		await sandbox.close();
	}
}

/** @returns the seconds that so many executions took */
async function runAll(n8n: N8n, count: number, sandbox: Sandbox): Promise<number> {
	const startedAt = Date.now();
	const runInTurn = async (turns: number) => {
		for (let done = 0; done < turns; done += 1) await n8n.run('eventSendMix', eventsEach, sandbox);
	};
	for (let done = 0; done < count; done += batch) {
		// The sandbox keeps what arrives; between batches, nothing is on its way.
		await sandbox.reset();
		await Promise.all(Array.from({ length: atOnce }, async () => await runInTurn(batch / atOnce)));
		const { events } = await sandbox.accepted();
		expect(events).toHaveLength(batch * eventsEach);
	}
	return Math.round((Date.now() - startedAt) / 1000);
}
