import { inspect } from 'node:util';

import { VirtualClock } from '../../../bench/pacing/VirtualClock';
import type { Gate } from '../../../nodes/runtime/limiter/Limiter';
import { GateRegistry } from '../../../nodes/runtime/limiter/limiters';
import { runOptions } from '../../../nodes/runtime/http/options';

const url = 'https://a';
const proxy = { host: 'proxy.example', port: 3128, protocol: 'http' };

let registry: GateRegistry;
let gate: Gate;
beforeEach(() => {
	registry = new GateRegistry(new VirtualClock());
	gate = gateOf();
});

function gateOf(baseUrl = url, apiKey = 'key', connection = {}) {
	return registry.gateOf({ baseUrl, apiKey, options: { ...runOptions({}), connection } });
}

describe('the gate', () => {
	it('is the same for the same service, key and proxy', () => {
		expect(gateOf()).toBe(gate);
		expect(gateOf(url, 'key', { proxy: { ...proxy } })).toBe(gateOf(url, 'key', { proxy }));
		expect(gate['service']).toEqual({ hasAnswered: false });
	});

	it.each([
		['another service', 'https://b', 'key', {}, false],
		['another key', url, 'other', {}, false],
		['an address and key that begin and end elsewhere', 'https://ak', 'ey', {}, false],
		['another proxy, which leads to the same service', url, 'key', { proxy }, true],
	])('is another one for %s', (_, baseUrl, apiKey, way, isSameService) => {
		const other = gateOf(baseUrl, apiKey, way);
		expect(other).not.toBe(gate);
		expect(other['service'] === gate['service']).toBe(isSameService);
	});

	it('is dropped a minute after its last use, but for what is known of the service for good', () => {
		const idleFor = jest.spyOn(gate, 'idleFor').mockReturnValue(59_999);
		expect(gateOf()).toBe(gate);
		idleFor.mockReturnValue(60_000);
		const other = gateOf();
		expect(other).not.toBe(gate);
		expect(other['service']).toBe(gate['service']);
	});
});

it('who prints the gates sees no key, and no password of a proxy (C5)', () => {
	const auth = { username: 'somebody', password: 'very-secret' };
	gateOf(url, 'very-secret', { proxy: { ...proxy, auth } });
	expect(inspect(registry, { depth: 10, showHidden: true })).not.toContain('very-secret');
});
