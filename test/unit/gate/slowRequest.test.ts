import { setMaxListeners } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

import { neverAnswers } from '../../support/conducts';
import type { FaultyService } from '../../support/FaultyService';
import { continues, execute } from '../../faults/execution';
import { event } from '../../faults/operations';
import { people, startService, type Fate } from '../../support/service';
import '../../support/onTheClock';

let service: FaultyService;
let fate: Fate;
let ending: AbortController;
let keys = 0;
beforeEach(async () => {
	ending = new AbortController();
	setMaxListeners(0, ending.signal);
	service = await startService((request, position) => fate(request, position));
});
afterEach(async () => await service.close());

/** Runs of one event each, of one key. */
function runsOf(apiKey = `slow-${(keys += 1)}`) {
	return async (requestOptions = {}) =>
		await execute(
			{ ...event, requestOptions },
			{ url: service.url, apiKey, items: people(1), node: continues, signal: ending.signal },
		);
}

it.each([
	['on a new key', 0],
	['after a hundred accepted runs', 100],
])('of ten runs whose first is not answered, nine are done within 5 s: %s', async (_, before) => {
	const run = runsOf();
	fate = () => undefined;
	for (let count = 0; count < before; count += 1) await run();
	fate = (_request, position) => (position === before ? neverAnswers : undefined);
	const start = performance.now();
	const slow = run();
	const others = await Promise.all(Array.from({ length: 9 }, async () => await run()));
	expect(performance.now() - start).toBeLessThan(5_000);
	expect(others.flatMap(({ failed }) => failed)).toEqual([]);
	ending.abort();
	await slow;
	expect(service.requests).toHaveLength(before + 10);
});

it('what was never sent to a service that hangs ends after Max Retry Wait, and says why', async () => {
	fate = () => neverAnswers;
	const run = runsOf();
	const start = performance.now();
	const runs = Array.from({ length: 10 }, async () => await run({ maxRetryWait: 2 }));
	let ended = 0;
	for (const one of runs) void one.then(() => (ended += 1));
	await wait(4_000);
	const sent = service.requests.length;
	expect(sent).toBeLessThanOrEqual(2);
	expect(ended).toBe(10 - sent);
	ending.abort();
	const failed = (await Promise.all(runs)).flatMap((one) => one.failed);
	const notSent = failed.filter(({ details }) => details.state === 'not sent');
	expect(notSent).toHaveLength(10 - sent);
	for (const { error } of notSent) {
		expect(error).toMatch(
			/^Not sent, because the service left other requests unanswered for 2(\.\d)? s$/,
		);
	}
	expect(performance.now() - start).toBeLessThan(8_000);
});
