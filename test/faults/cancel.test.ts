import { setTimeout as pause } from 'node:timers/promises';

import * as turns from '../../nodes/runtime/engine/yieldToEventLoop';
import { neverAnswers } from '../support/conducts';
import { ended, run, service, writing } from './scripted';

it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'a cancelled run leaves in the execution what became of each item, under %s (R2, Q4)',
	async (onError) => {
		service.fate = (_request, position) => (position < 5 ? undefined : neverAnswers);
		const stop = new AbortController();
		const parameters = { ...writing, requestOptions: { timeout: 4_000 } };
		const running = run(parameters, { items: 300, node: { onError }, signal: stop.signal });
		while (service.requests.length < 6) await pause(5);
		stop.abort();
		const { output, errorOutput, run: cancelled } = await running;
		expect(cancelled.status).toBe('canceled');
		const all = [...output, ...errorOutput];
		const inDoubt = all.filter(({ json }) => /^May have been sent/.test(String(json.error)));
		// The last of them may not have arrived when it was cancelled.
		expect(inDoubt.length).toBeGreaterThanOrEqual(service.requests.length - 5);
		expect(inDoubt.length).toBeLessThanOrEqual(10);
		expect(all.filter(({ json }) => json.error === undefined)).toHaveLength(5);
		const items = all.map(({ pairedItem }) => (pairedItem as { item: number }).item);
		expect(items.sort((a, b) => a - b)).toEqual([...Array(300).keys()]);
	},
);

it('a run that is cancelled while it reads its items sends nothing (R2)', async () => {
	const stop = new AbortController();
	const { yieldToEventLoop } = turns;
	const reading = jest.spyOn(turns, 'yieldToEventLoop').mockImplementation(async () => {
		if (reading.mock.calls.length === 10) stop.abort();
		await yieldToEventLoop();
	});
	const cancelled = await run(writing, { items: 100, signal: stop.signal });
	jest.restoreAllMocks();
	expect(cancelled.run.status).toBe('canceled');
	expect(ended(cancelled).notSent).toHaveLength(100);
	expect(service.connections).toBe(0);
});
