import { startSandbox, type Sandbox } from '../../sandbox';
import { continues, execute } from './execution';
import { event } from './operations';
import { people } from './service';

let sandbox: Sandbox;
afterEach(async () => await sandbox.close());

/** How often the sandbox has accepted each person's event. */
async function accepted(): Promise<Map<string, number>> {
	const counts = new Map<string, number>();
	for (const { body } of (await sandbox.accepted()).events) {
		const { email } = (body as { contact: { email: string } }).contact;
		counts.set(email, (counts.get(email) ?? 0) + 1);
	}
	return counts;
}

const run = async (count: number, { requestOptions = {}, node = {} } = {}) =>
	await execute(
		{ ...event, requestOptions },
		{ url: sandbox.url, apiKey: sandbox.apiKey, items: people(count), node },
	);

it('waits where the connection is refused for 5 s in the middle of 400 events', async () => {
	sandbox = await startSandbox({ outage: 'refused', outageSeconds: 5, outageAfter: 200 });
	const { error, output } = await run(400);
	expect(error).toBeUndefined();
	expect(output).toHaveLength(400);
	const counts = await accepted();
	expect(counts.size).toBe(400);
	expect(Math.max(...counts.values())).toBe(1);
});

it.each([
	['without a limit', {}, 130],
	['at 100 a second', { rate: 100, burst: 50 }, 10],
])('leaves little in doubt by 3 s of 503 in 1,000 events, %s', async (_name, limit, most) => {
	sandbox = await startSandbox({
		outage: '503',
		outageSeconds: 3,
		outageAfter: 400,
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

it.each(['refused', '503', 'reset', 'silence'] as const)(
	'ends in under 10 s where Max Retry Wait is 3 s and the outage lasts, %s',
	async (outage) => {
		sandbox = await startSandbox({ outage, outageSeconds: 600, outageAfter: 150, latency: 20 });
		const start = performance.now();
		// A silent service is noticed by the timeout alone.
		const requestOptions = { maxRetryWait: 3, timeout: 2_000 };
		const { failed } = await run(450, { requestOptions, node: continues });
		expect(performance.now() - start).toBeLessThan(10_000);
		const states = failed.map(({ details }) => details.state);
		const inDoubt = states.filter((state) => state === 'uncertain');
		expect(states.filter((state) => state === 'failed')).toEqual([]);
		expect((await accepted()).size).toBe(450 - states.length);
		// As many as were on their way together.
		expect(inDoubt.length).toBeLessThanOrEqual(outage === 'refused' ? 30 : 130);
	},
);
