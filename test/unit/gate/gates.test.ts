import { inspect } from 'node:util';

import { VirtualClock } from '../../../bench/pacing/VirtualClock';
import type { Gate } from '../../../nodes/Messenger/gate/Gate';
import { GateRegistry } from '../../../nodes/Messenger/gate/gates';
import type { Sign } from '../../../nodes/Messenger/response/verdict';
import { runOptions } from '../../../nodes/Messenger/http/options';

const url = 'https://a';
const proxy = { host: 'proxy.example', port: 3128, protocol: 'http' };

let clock: VirtualClock;
let registry: GateRegistry;
let gate: Gate;
beforeEach(() => {
	clock = new VirtualClock();
	registry = new GateRegistry(clock);
	gate = gateOf();
});

function gateOf(baseUrl = url, apiKey = 'key', connection = {}) {
	return registry.gateOf({ baseUrl, apiKey, options: { ...runOptions({}), connection } });
}

/** A run sends a request for each result, and one more; gives the seconds after which it has waited for too long. */
async function waitAfter(ofGate: Gate, ...results: Sign[]) {
	let stoppedAt = Infinity;
	const run = {
		...{ maxConcurrency: 1, maxRetryWait: 20_000, history: { throttled: 0, outageMs: 0 } },
		stop: () => void (stoppedAt = clock.now() / 1000),
		probe: async () => await Promise.resolve(false),
		log: () => {},
	};
	ofGate.join(run);
	const enter = async () => await ofGate.enter(run, { recipients: 1, isThrottled: false });
	for (const sign of results) (await enter())?.settle({ sign });
	void enter().then((permit) => permit?.settle({ sign: 'nothing' }));
	const from = clock.now() / 1000;
	await clock.pass(25_000);
	ofGate.leave(run);
	return stoppedAt - from;
}

describe('the gate', () => {
	it('is the same for the same service, key and proxy', () => {
		expect(gateOf()).toBe(gate);
		expect(gateOf(url, 'key', { proxy: { ...proxy } })).toBe(gateOf(url, 'key', { proxy }));
	});

	it.each([
		['another service', 'https://b', 'key', {}, 5],
		['another key', url, 'other', {}, 5],
		['an address and key that begin and end elsewhere', 'https://ak', 'ey', {}, 5],
		['another proxy, but knows that the service has answered', url, 'key', { proxy }, 20],
	])('is another one for %s', async (_, baseUrl, apiKey, way, seconds) => {
		await waitAfter(gate, 'answered');
		const other = gateOf(baseUrl, apiKey, way);
		expect(other).not.toBe(gate);
		expect(await waitAfter(other, 'outage', 'outage', 'outage')).toBe(seconds);
	});

	it('is dropped a minute after its last use, but for whether the service has ever answered', async () => {
		await waitAfter(gate, 'answered');
		await clock.pass(59_999);
		expect(gateOf()).toBe(gate);
		await clock.pass(1);
		const other = gateOf();
		expect(other).not.toBe(gate);
		expect(await waitAfter(other, 'outage', 'outage', 'outage')).toBe(20);
		// While the service is away, it is in use.
		await clock.pass(60_000);
		expect(gateOf()).toBe(other);
	});
});

it('who prints the gates sees no key, and no password of a proxy (C5)', () => {
	const auth = { username: 'somebody', password: 'very-secret' };
	gateOf(url, 'very-secret', { proxy: { ...proxy, auth } });
	expect(inspect(registry, { depth: 10, showHidden: true })).not.toContain('very-secret');
});
