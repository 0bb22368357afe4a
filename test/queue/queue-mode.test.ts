import { setTimeout as wait } from 'node:timers/promises';
import { sandboxCredential } from '../../playground/content';
import { installN8n } from '../../playground/n8n-install';
import { packPackage } from '../../playground/package-install';
import { stopAll } from '../../playground/processes';
import { Progress } from '../../playground/progress';
import { spawnSandbox, type Sandbox } from '../../sandbox';
import { startCluster, type Cluster } from './cluster';
import { lostExecutions, writeReport } from './report';
import {
	callWebhook,
	eventName,
	eventWorkflow,
	everyEventOf,
	finishedExecutions,
	retryAll,
	type EventData,
	type ExecutionStatus,
} from './workload';

const calls = 40;
const items = 50;
const rate = 100;
const concurrency = 5;
const everyEvent = everyEventOf(calls, items);

let sandbox: Sandbox;
let cluster: Cluster;
const report: string[] = [];

beforeAll(async () => {
	const progress = new Progress(3, (line) => process.stdout.write(`${line}\n`));
	progress.next('n8n');
	await installN8n((text) => progress.detail(text));
	progress.next('Build and pack the package');
	const tarball = await packPackage((text) => progress.detail(text));
	progress.next('PostgreSQL, Redis, the sandbox, n8n and two workers');
	sandbox = await spawnSandbox({ rate, burst: 50, retryAfter: 1 });
	const credential = sandboxCredential(sandbox.url, sandbox.apiKey);
	cluster = await startCluster({
		tarball,
		credentials: [credential],
		workflows: [
			eventWorkflow(credential, { path: 'patient' }),
			eventWorkflow(credential, { path: 'impatient', maxRetryWait: 20 }),
		],
		workers: 2,
		concurrency,
	});
}, 600_000);

afterAll(async () => {
	await cluster?.stop();
	await stopAll();
	await sandbox?.close();
	writeReport(report);
}, 60_000);

beforeEach(async () => await sandbox.reset());

test('two workers send 2,000 events exactly once under a limit of 100 requests a second', async () => {
	const startedAt = Date.now();
	await callWebhook(`${cluster.url}/webhook/patient`, calls, items);
	const statuses = await finishedExecutions(cluster.session, calls);
	const seconds = (Date.now() - startedAt) / 1000;
	const arrived = (await arrivedEvents()).map(eventName);
	const refused = (await sandbox.requests()).filter(({ status }) => status === 429).length;
	report.push(
		'## Two workers',
		`${calls} executions of ${items} items sent ${arrived.length} events in ${seconds.toFixed(1)} s ` +
			`(the limit of ${rate} a second allows ${everyEvent.length / rate} s). ` +
			`The service answered ${refused} requests with 429.`,
	);
	expect(countByStatus(statuses)).toEqual({ success: calls });
	expect([...arrived].sort()).toEqual([...everyEvent].sort());
});

test('an outage of 20 s is waited out: no execution fails, and every event arrives once', async () => {
	const lastId = await newestExecution();
	const startedAt = Date.now();
	await callWebhook(`${cluster.url}/webhook/patient`, calls, items);
	const arrivedBefore = await untilArrived(everyEvent.length / 3);
	await sandbox.outage({ kind: 'refused', seconds: 20 });
	const statuses = await finishedExecutions(cluster.session, calls, lastId);
	const seconds = (Date.now() - startedAt) / 1000;
	const arrived = (await arrivedEvents()).map(eventName);
	report.push(
		'## The service away for 20 s',
		`It refused connections when ${arrivedBefore} of ${everyEvent.length} events had arrived. ` +
			`After ${seconds.toFixed(1)} s all executions had ended: ${JSON.stringify(countByStatus(statuses))}. ` +
			`Events that arrived: ${arrived.length}.`,
	);
	expect(countByStatus(statuses)).toEqual({ success: calls });
	expect(arrived.sort()).toEqual([...everyEvent].sort());
});

test('after an outage that is too long, Retry of all that failed leaves nothing missing and nothing twice', async () => {
	const lastId = await newestExecution();
	await callWebhook(`${cluster.url}/webhook/impatient`, calls, items);
	const arrivedBefore = await untilArrived(everyEvent.length / 3);
	await sandbox.outage({ kind: 'refused', seconds: 90 });
	const statuses = await finishedExecutions(cluster.session, calls, lastId);
	const failed = [...statuses].filter(([, status]) => status === 'error').map(([id]) => id);
	const arrivedAfter = (await arrivedEvents()).length;
	await sandbox.outage({ seconds: 0 });

	const lastFailed = await newestExecution();
	await retryAll(cluster.session, failed);
	const retried = await finishedExecutions(cluster.session, failed.length, lastFailed);
	const arrived = (await arrivedEvents()).map(eventName);
	report.push(
		'## The service away for 90 s, Max Retry Wait 20 s',
		`It refused connections when ${arrivedBefore} of ${everyEvent.length} events had arrived. ` +
			`${failed.length} of ${calls} executions failed, with ${arrivedAfter} events arrived. ` +
			`Retry of each of them: ${JSON.stringify(countByStatus(retried))}. Events that arrived ` +
			`twice: ${arrived.length - new Set(arrived).size}; ` +
			`missing: ${everyEvent.length - new Set(arrived).size}.`,
	);
	expect(failed).not.toHaveLength(0);
	expect(arrivedAfter).toBeLessThan(everyEvent.length);
	expect(countByStatus(retried)).toEqual({ success: failed.length });
	expect(arrived.sort()).toEqual([...everyEvent].sort());
});

test('no event arrives twice when a worker is killed in the middle', async () => {
	const lastId = await newestExecution();
	const startedAt = Date.now();
	await callWebhook(`${cluster.url}/webhook/patient`, calls, items);
	const arrivedBefore = await untilArrived(everyEvent.length / 3);
	await cluster.workers[1]?.kill();
	const statuses = await finishedExecutions(cluster.session, calls, lastId);
	const seconds = (Date.now() - startedAt) / 1000;
	const arrived = await arrivedEvents();
	const unique = new Set(arrived.map(eventName));
	const missing = everyEvent.filter((name) => !unique.has(name));
	const lost = [...statuses].filter(([, status]) => status !== 'success');
	report.push(
		'## One of two workers killed (kill -9)',
		`Killed when ${arrivedBefore} of ${everyEvent.length} events had arrived. After ` +
			`${seconds.toFixed(1)} s n8n called no execution unfinished. ` +
			`Events that arrived twice: ${arrived.length - unique.size}; missing: ${missing.length}.`,
		lostExecutions(statuses, arrived, items),
	);
	expect(arrived).toHaveLength(unique.size);
	expect(missing).not.toHaveLength(0);
	// n8n calls nothing a success that is not complete …
	const successes = [...statuses].filter(([, status]) => status === 'success').map(([id]) => id);
	const complete = successes.filter(
		(id) => arrived.filter(({ execution }) => execution === id).length === items,
	);
	expect(complete).toEqual(successes);
	// … and loses no more than what the dead worker had in hand.
	expect(lost.length).toBeGreaterThan(0);
	expect(lost.length).toBeLessThanOrEqual(concurrency);
});

async function arrivedEvents(): Promise<EventData[]> {
	const { events } = await sandbox.accepted();
	return events.map(({ content }) => (content as { event: { data: EventData } }).event.data);
}

/** The highest number that n8n has given to an execution. */
async function newestExecution(): Promise<number> {
	const { results } = (await cluster.session.get('executions?limit=1')) as {
		results: Array<{ id: string }>;
	};
	return Number(results[0]?.id ?? 0);
}

/** Waits until so many events have arrived, and says how many they are. */
async function untilArrived(count: number): Promise<number> {
	for (;;) {
		const arrived = (await arrivedEvents()).length;
		if (arrived >= count) return arrived;
		await wait(100);
	}
}

function countByStatus(statuses: Map<string, ExecutionStatus>) {
	const counts: Partial<Record<ExecutionStatus, number>> = {};
	for (const status of statuses.values()) counts[status] = (counts[status] ?? 0) + 1;
	return counts;
}
