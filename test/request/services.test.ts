import { inspect } from 'node:util';

import { VirtualClock } from '../../../bench/pacing/VirtualClock';
import { PacerRegistry } from '../../../nodes/Messenger/request/pacing/PacerRegistry';
import { pacerFor } from '../../../nodes/Messenger/request/pacing/pacers';

function start() {
	const clock = new VirtualClock();
	const registry = new PacerRegistry(clock, (milliseconds, act) => clock.after(milliseconds, act));
	return { clock, registry };
}

const admission = { run: {}, maxConcurrency: 1, throttledBefore: false };

describe('The pacers of a process', () => {
	it('are the same for the same service and key, and others for others', () => {
		const { registry } = start();
		const pacer = registry.pacerFor('https://a', 'key');
		expect(registry.pacerFor('https://a', 'key')).toBe(pacer);
		expect(registry.pacerFor('https://b', 'key')).not.toBe(pacer);
		expect(registry.pacerFor('https://a', 'other')).not.toBe(pacer);
		expect(registry.size).toBe(3);
	});

	it('do not show a key', () => {
		const { registry } = start();
		registry.pacerFor('https://a', 'very-secret');
		expect(inspect(registry, { depth: 10, showHidden: true })).not.toContain('very-secret');
	});

	it('are dropped when nobody has used them for a minute', async () => {
		const { clock, registry } = start();
		registry.pacerFor('https://a', 'key');
		await clock.pass(59_999);
		expect(registry.size).toBe(1);
		await clock.pass(1);
		expect(registry.size).toBe(0);
	});

	it('are kept for a minute after the last use', async () => {
		const { clock, registry } = start();
		const pacer = registry.pacerFor('https://a', 'key');
		await clock.pass(40_000);
		const permit = await pacer.admit(admission);
		await clock.pass(40_000);
		permit.accepted();
		await clock.pass(59_999);
		expect(registry.pacerFor('https://a', 'key')).toBe(pacer);
		await clock.pass(60_001);
		expect(registry.size).toBe(0);
	});

	it('are kept while they pause', async () => {
		const { clock, registry } = start();
		const permit = await registry.pacerFor('https://a', 'key').admit(admission);
		permit.throttled(600_000);
		await clock.pass(659_000);
		expect(registry.size).toBe(1);
		await clock.pass(61_000);
		expect(registry.size).toBe(0);
	});

	it('are shared by all executions', () => {
		expect(pacerFor('https://a', 'key')).toBe(pacerFor('https://a', 'key'));
		expect(pacerFor('https://a', 'key')).not.toBe(pacerFor('https://a', 'other'));
	});
});
