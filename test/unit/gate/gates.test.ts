import { inspect } from 'node:util';

import { VirtualClock } from '../../../bench/pacing/VirtualClock';
import type { Gate } from '../../../nodes/Messenger/gate/Gate';
import { GateRegistry, gates } from '../../../nodes/Messenger/gate/gates';
import type { ActiveRun, Settlement } from '../../../nodes/Messenger/gate/Line';
import { runOptions } from '../../../nodes/Messenger/http/options';

const url = 'https://a';
const proxy = { host: 'proxy.example', port: 3128, protocol: 'http' };

const connectionTo = (baseUrl: string, apiKey: string, connection = {}) => ({
	...{ baseUrl, apiKey },
	options: { ...runOptions({}), connection },
});

function start() {
	const clock = new VirtualClock();
	const registry = new GateRegistry(clock);
	const gateOf = () => registry.gateOf(connectionTo(url, 'key'));
	return { clock, registry, gateOf, gate: gateOf() };
}

/** A run that has begun, and waits for as long as it may. */
function begin(gate: Gate, maxRetryWait: number, stop = () => {}): ActiveRun {
	const run: ActiveRun = {
		maxConcurrency: 1,
		maxRetryWait,
		history: { throttled: 0, outageMs: 0 },
		stop: () => {
			stop();
			gate.leave(run);
		},
		probe: () => Promise.resolve(false),
		log: () => {},
	};
	gate.join(run);
	return run;
}

const waiting = { recipients: 1, isThrottled: false };

/** A run sends so many requests, one after the other. */
async function send(gate: Gate, ...settlements: Settlement[]): Promise<void> {
	const run = begin(gate, Infinity);
	for (const settlement of settlements) (await gate.enter(run, waiting))?.settle(settlement);
	gate.leave(run);
}

const failed: Settlement = { sign: 'outage', failure: '503' };

describe('The gate', () => {
	it('is the same for the same service, key and proxy', () => {
		const { registry, gate, gateOf } = start();
		expect(gateOf()).toBe(gate);
		const by = registry.gateOf(connectionTo(url, 'key', { proxy }));
		expect(registry.gateOf(connectionTo(url, 'key', { proxy: { ...proxy } }))).toBe(by);
		expect(gates.gateOf(connectionTo(url, 'key'))).toBe(gates.gateOf(connectionTo(url, 'key')));
	});

	it.each([
		['another service', 'https://b', 'key', {}],
		['another key', url, 'other', {}],
		['an address and key that begin and end elsewhere', 'https://ak', 'ey', {}],
		['another proxy', url, 'key', { proxy }],
	])('is another for %s', (_, baseUrl, key, way) => {
		const { registry, gate } = start();
		expect(registry.gateOf(connectionTo(baseUrl, key, way))).not.toBe(gate);
	});

	it('shows no key and no password of a proxy to who prints the registry', () => {
		const { registry } = start();
		const auth = { username: 'somebody', password: 'very-secret' };
		registry.gateOf(connectionTo(url, 'very-secret', { proxy: { ...proxy, auth } }));
		expect(inspect(registry, { depth: 10, showHidden: true })).not.toContain('very-secret');
	});

	it.each<[string, number, Settlement[]]>([
		['a minute after it was asked for', 60_000, []],
		['a minute after its last request', 60_000, [{ sign: 'accepted' }]],
		['a minute after a pause', 120_000, [{ sign: 'throttled', retryAfter: 60_000 }]],
	])('is dropped %s, if nobody has used it since', async (_, kept, settlements) => {
		for (const [passed, isKept] of [
			[kept - 1, true],
			[kept, false],
		] as const) {
			const { clock, gate, gateOf } = start();
			await send(gate, ...settlements);
			await clock.pass(passed);
			expect(gateOf() === gate).toBe(isKept);
		}
	});

	it('is kept while a run goes on, and while something is on its way', async () => {
		const { clock, gate, gateOf } = start();
		const run = begin(gate, 0);
		await clock.pass(600_000);
		expect(gateOf()).toBe(gate);
		const permit = await gate.enter(run, waiting);
		gate.leave(run);
		await clock.pass(600_000);
		expect(gateOf()).toBe(gate);
		permit?.settle({ sign: 'accepted' });
		await clock.pass(60_000);
		expect(gateOf()).not.toBe(gate);
	});

	it('is kept while the service is away', async () => {
		const { clock, gate, gateOf } = start();
		await send(gate, failed, failed, failed);
		await clock.pass(600_000);
		expect(gateOf()).toBe(gate);
		expect(gate.isAway).toBe(true);
	});
});

describe('That a service has answered', () => {
	/** How long a run waits for it in an outage, in seconds. */
	async function waitFor(clock: VirtualClock, gate: Gate): Promise<number> {
		await send(gate, failed, failed, failed);
		const from = clock.now();
		let stoppedAt = Infinity;
		const run = begin(gate, 20_000, () => (stoppedAt = clock.now()));
		void gate.enter(run, waiting);
		await clock.pass(25_000);
		return (stoppedAt - from) / 1000;
	}

	it.each([
		['is known for good', url, 'key', {}, 20],
		['is known whatever the proxy', url, 'key', { proxy }, 20],
		['is not known of another service', 'https://b', 'key', {}, 5],
		['is not known with another key', url, 'other', {}, 5],
	])('%s', async (_, baseUrl, key, way, seconds) => {
		const { clock, registry, gate } = start();
		await send(gate, { sign: 'answered' });
		await clock.pass(600_000);
		const other = registry.gateOf(connectionTo(baseUrl, key, way));
		expect(other).not.toBe(gate);
		expect(await waitFor(clock, other)).toBe(seconds);
	});
});
