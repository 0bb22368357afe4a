import { inspect } from 'node:util';

import { VirtualClock } from '../../bench/pacing/VirtualClock';
import { ServiceRegistry, services } from '../../nodes/Messenger/gate/services';

function start() {
	const clock = new VirtualClock();
	const registry = new ServiceRegistry(clock, (milliseconds, act) =>
		clock.after(milliseconds, act),
	);
	return { clock, registry };
}

const admission = { run: {}, maxConcurrency: 1, throttledBefore: false };

afterEach(() => jest.restoreAllMocks());

describe('What a process knows of its services', () => {
	it('is the same for the same service and key, and another for others', () => {
		const { registry } = start();
		const state = registry.stateOf('https://a', 'key');
		expect(registry.stateOf('https://a', 'key')).toBe(state);
		expect(registry.stateOf('https://b', 'key')).not.toBe(state);
		expect(registry.stateOf('https://a', 'other')).not.toBe(state);
		expect(registry.stateOf('https://b', 'key').pacer).not.toBe(state.pacer);
		expect(registry.stateOf('https://b', 'key').breaker).not.toBe(state.breaker);
		expect(registry.size).toBe(3);
	});

	it('is another where address and key begin and end elsewhere', () => {
		const { registry } = start();
		const state = registry.stateOf('https://a', 'bkey');
		expect(registry.stateOf('https://ab', 'key')).not.toBe(state);
	});

	it('is an answer only where there was one', () => {
		const { registry } = start();
		const state = registry.stateOf('https://a', 'key');
		state.hasAnswered = false;
		expect(state.hasAnswered).toBe(false);
	});

	it('does not show a key', () => {
		const { registry } = start();
		registry.stateOf('https://a', 'very-secret').hasAnswered = true;
		expect(inspect(registry, { depth: 10, showHidden: true })).not.toContain('very-secret');
	});

	it('is dropped when nobody has used it for a minute', async () => {
		const { clock, registry } = start();
		registry.stateOf('https://a', 'key');
		await clock.pass(59_999);
		expect(registry.size).toBe(1);
		await clock.pass(1);
		expect(registry.size).toBe(0);
	});

	it('is kept for a minute after the last use', async () => {
		const { clock, registry } = start();
		const state = registry.stateOf('https://a', 'key');
		await clock.pass(40_000);
		const permit = await state.pacer.admit(admission);
		await clock.pass(40_000);
		permit.accepted();
		await clock.pass(59_999);
		expect(registry.stateOf('https://a', 'key')).toBe(state);
		await clock.pass(60_001);
		expect(registry.size).toBe(0);
	});

	it('is kept while the service asked to wait', async () => {
		const { clock, registry } = start();
		const permit = await registry.stateOf('https://a', 'key').pacer.admit(admission);
		permit.throttled(600_000);
		await clock.pass(659_000);
		expect(registry.size).toBe(1);
		await clock.pass(61_000);
		expect(registry.size).toBe(0);
	});

	it('is kept while a run goes on, however long it waits between two requests', async () => {
		const { clock, registry } = start();
		const state = registry.stateOf('https://a', 'key');
		const run = { renew: () => {}, awaitPause: () => {} };
		state.runs.add(run);
		await clock.pass(600_000);
		expect(registry.stateOf('https://a', 'key')).toBe(state);
		state.runs.delete(run);
		await clock.pass(60_000);
		expect(registry.size).toBe(0);
	});

	it('is forgotten, but for the fact that the service has answered under this key', async () => {
		const { clock, registry } = start();
		expect(registry.stateOf('https://a', 'key').hasAnswered).toBe(false);
		registry.stateOf('https://a', 'key').hasAnswered = true;
		await clock.pass(60_000);
		expect(registry.size).toBe(0);
		expect(registry.stateOf('https://a', 'key').hasAnswered).toBe(true);
		expect(registry.stateOf('https://a', 'other').hasAnswered).toBe(false);
		expect(registry.stateOf('https://b', 'key').hasAnswered).toBe(false);
	});

	it('is of the way there: a proxy that is away says nothing of the service', () => {
		const { registry } = start();
		const proxy = { host: 'proxy.example', port: 3128, protocol: 'http' };
		const direct = registry.stateOf('https://a', 'key');
		const by = registry.stateOf('https://a', 'key', { proxy });
		expect(registry.stateOf('https://a', 'key', { proxy: { ...proxy } })).toBe(by);
		for (let count = 0; count < 3; count++) by.breaker.failed('ECONNREFUSED');
		expect(by.breaker.isOpen).toBe(true);
		expect(direct.breaker.isOpen).toBe(false);
		direct.hasAnswered = true;
		expect(by.hasAnswered).toBe(true);
		expect(registry.stateOf('https://b', 'key', { proxy })).not.toBe(by);
		expect(registry.stateOf('https://a', 'other', { proxy }).hasAnswered).toBe(false);
	});

	it('is shared by all executions', () => {
		expect(services.stateOf('https://a', 'key')).toBe(services.stateOf('https://a', 'key'));
	});

	it('is dropped by a timer for which no process waits', () => {
		const timer = new AbortController();
		const startTimer = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal);
		const before = services.size;
		services.stateOf('https://dropped', 'key');
		expect(startTimer).toHaveBeenCalledWith(60_000);
		expect(services.size).toBe(before + 1);
		const now = performance.now();
		jest.spyOn(performance, 'now').mockReturnValue(now + 60_000);
		timer.abort();
		expect(services.size).toBe(before);
	});
});
