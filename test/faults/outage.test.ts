import dns from 'node:dns';

import { startSandbox, type Sandbox } from '../../sandbox';
import { continues, execute } from './execution';
import { event } from './operations';
import { arrivals, people, startService } from '../support/service';
import '../support/onTheClock';

let sandbox: Sandbox | undefined;
afterEach(async () => {
	jest.restoreAllMocks();
	await sandbox?.close();
});

/** How often the sandbox has accepted each person's event. */
async function accepted(): Promise<Map<string, number>> {
	const counts = new Map<string, number>();
	for (const { body, status, method } of (await sandbox?.requests()) ?? []) {
		// A probe that is answered changes nothing.
		if (status !== 200 || method === 'GET') continue;
		const { email } = (body as { contact: { email: string } }).contact;
		counts.set(email, (counts.get(email) ?? 0) + 1);
	}
	return counts;
}

const run = async (count: number, { requestOptions = {}, node = {} } = {}) =>
	await execute(
		{ ...event, requestOptions },
		{ url: String(sandbox?.url), apiKey: sandbox?.apiKey, items: people(count), node },
	);

it('waits where the connection is refused for 5 s in the middle of 400 events', async () => {
	sandbox = await startSandbox({ outage: 'refused', outageSeconds: 5, outageAfter: 200 });
	const start = performance.now();
	const { error, output } = await run(400);
	expect(error).toBeUndefined();
	expect(output).toHaveLength(400);
	expect(performance.now() - start).toBeGreaterThan(5_000);
	const counts = await accepted();
	expect(counts.size).toBe(400);
	expect(Math.max(...counts.values())).toBe(1);
});

it.each([
	['without a limit', {}, 130],
	['at 100 a second', { rate: 100, burst: 50 }, 10],
])('leaves little of 1,000 events in doubt by 3 s of 503, %s', async (_name, limit, most) => {
	sandbox = await startSandbox({
		outage: '503',
		outageSeconds: 3,
		outageAfter: 500,
		latency: 20,
		...limit,
	});
	const { failed } = await run(1000, { node: continues });
	expect(failed.every(({ details }) => details.state === 'uncertain')).toBe(true);
	expect(failed.length).toBeLessThanOrEqual(most);
	const counts = await accepted();
	expect(counts.size).toBe(1000 - failed.length);
	expect(Math.max(...counts.values())).toBe(1);
});

it('waits where the name server fails for 3 s in the middle of a run', async () => {
	const service = await startService();
	const { lookup } = dns;
	let lookups = 0;
	let away = 0;
	// n8n's HTTP client asks Node for the address of each connection.
	jest.spyOn(dns, 'lookup').mockImplementation(((name: string, ...rest: unknown[]) => {
		const done = rest.at(-1) as (error: Error | null) => void;
		const { hostname } = new URL(service.url);
		if (name !== 'service.example.com') return lookup(name, rest[0] as object, done);
		if ((lookups += 1) === 50) away = performance.now() + 3_000;
		if (performance.now() > away) return lookup(hostname, rest[0] as object, done);
		const error = new Error(`getaddrinfo EAI_AGAIN ${name}`);
		process.nextTick(done, Object.assign(error, { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }));
	}) as typeof dns.lookup);
	const url = service.url.replace(/127[\d.]+/, 'service.example.com');
	const { failed, output } = await execute(event, { url, items: people(150), node: continues });
	await service.close();
	expect(performance.now()).toBeGreaterThan(away);
	expect(failed).toEqual([]);
	expect(output).toHaveLength(150);
	expect([...arrivals(service.requests).values()]).toEqual(Array(150).fill(1));
});

it.each(['refused', '503', 'reset', 'silence'] as const)(
	'ends in under 10 s where Max Retry Wait is 3 s and the outage lasts, %s',
	async (outage) => {
		// On a busy machine too, the run has met the limit before the outage.
		const limit = { rate: 40, burst: 10, latency: 20 };
		sandbox = await startSandbox({ outage, outageSeconds: 600, outageAfter: 80, ...limit });
		const start = performance.now();
		// A silent service is noticed by the timeout alone.
		const requestOptions = { maxRetryWait: 3, timeout: 2_000 };
		const { failed } = await run(450, { requestOptions, node: continues });
		expect(performance.now() - start).toBeLessThan(10_000);
		const inDoubt = failed.filter(({ details }) => details.state === 'uncertain').length;
		expect(inDoubt).toBeLessThanOrEqual(outage === 'refused' ? 0 : 30);
		const counts = await accepted();
		expect(counts.size).toBeGreaterThanOrEqual(450 - failed.length);
		expect(counts.size).toBeLessThanOrEqual(450 - failed.length + inDoubt);
		expect(Math.max(...counts.values())).toBe(1);
	},
);
