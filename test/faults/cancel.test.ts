import { setTimeout as pause } from 'node:timers/promises';
import seedrandom from 'seedrandom';

import * as turns from '../../nodes/runtime/run/yieldToEventLoop';
import { endsWithin } from '../support/endsWithin';
import { answers, breaksOff, later, neverAnswers, resetsAfterReading } from '../support/conducts';
import type { Conduct, ReadRequest } from '../support/FaultyService';
import { retriesOnFail, runNode, type Execution } from '../support/runNode';
import { accepts, arrivals, people, startService, type ScriptedService } from '../support/service';
import { ended, operations, run, service, writing } from './scripted';

/** The service's conduct from some request on, always or with every third one. */
interface Fault {
	name: string;
	conduct: Conduct;
	/** Its conduct with a probe. */
	ofProbe?: Conduct;
	/** True if it says that it has not processed the request. */
	isRefusal?: boolean;
}

const faults: Fault[] = [
	{ name: 'takes its time', conduct: later(30, accepts) },
	{ name: 'throttles', conduct: answers(429, {}, { 'Retry-After': '2' }), isRefusal: true },
	{ name: 'refuses', conduct: answers(400, { message: 'Bad request' }), isRefusal: true },
	{ name: 'fails', conduct: answers(503, {}) },
	{ name: 'resets, and is silent', conduct: resetsAfterReading, ofProbe: neverAnswers },
	{ name: 'breaks off', conduct: breaksOff },
	{ name: 'is silent', conduct: neverAnswers },
];

/** Cancels a run so many milliseconds after its first request, and watches what still leaves. */
async function cancel(
	service: ScriptedService,
	start: (signal: AbortSignal) => Promise<Execution>,
	after: number,
) {
	const stop = new AbortController();
	const running = start(stop.signal);
	while (service.connections.length === 0) await pause(5);
	await pause(after);
	stop.abort();
	const isInTime = await endsWithin(1_000, running);
	const execution = await running;
	// The service still has to read what had been written to the socket by then.
	do await pause(100);
	while (service.open > 0);
	const left = service.requests.length;
	await pause(300);
	return { execution, isInTime, sentAfterwards: service.requests.length - left };
}

async function cancelAnywhere([operation, fault]: [(typeof operations)[number], Fault]) {
	const name = `${operation.name}, ${fault.name}`;
	const random = seedrandom(name);
	const node = random() < 0.5 ? {} : retriesOnFail;
	const [first, every] = [Math.floor(random() * 10), random() < 0.5 ? 1 : 3];
	let isOver = false;
	const mayBeProcessed: ReadRequest[] = [];
	const service = await startService((request, position) => {
		if (request.path.startsWith('/webhook/lists')) return isOver ? undefined : fault.ofProbe;
		const isFaulty = !isOver && position >= first && position % every === 0;
		if (!operation.readOnly && !(isFaulty && fault.isRefusal)) mayBeProcessed.push(request);
		return isFaulty ? fault.conduct : undefined;
	});
	const credential = { baseUrl: service.url, apiKey: `sk-live-${name.replace(/\W/g, '-')}` };
	const parameters = {
		...operation.marked,
		requestOptions: { maxConcurrency: 5, timeout: 4_000 },
	};
	const start = async (items: number, signal?: AbortSignal) =>
		await runNode(parameters, { items: people(items), node, credential, signal });

	const begin = async (signal: AbortSignal) => await start(60, signal);
	const { execution, ...seen } = await cancel(service, begin, random() * 900);
	const wasCancelled = execution.run.status === 'canceled';
	const arrived = arrivals(mayBeProcessed);
	// Whoever comes next with this key waits for nothing that the cancelled run has left.
	isOver = true;
	const next = await start(3);
	await service.close();
	return {
		name,
		node,
		...seen,
		wasCancelled,
		sentAllTheSame: wasCancelled
			? ended(execution).notSent.filter((item) => arrived.has(String(item)))
			: [],
		next: next.error,
	};
}

it('a cancel at any moment ends a run within a second, and leaves nothing in the way (R2)', async () => {
	const timers = () =>
		process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
	// The engine of n8n 2.0 begins an interval with its first run, and never ends it.
	await run(writing, { items: 1 });
	const timersBefore = timers();
	const cases = operations.flatMap((operation) =>
		faults.map((fault): [typeof operation, Fault] => [operation, fault]),
	);
	const seen = await Promise.all(cases.map(cancelAnywhere));
	expect(seen.filter(({ wasCancelled }) => wasCancelled).length).toBeGreaterThan(cases.length / 2);
	const right = { isInTime: true, sentAfterwards: 0, sentAllTheSame: [], next: undefined };
	expect(seen).toEqual(seen.map((one) => ({ ...one, ...right })));
	// A slice of a wait, at most a second long, may still be running.
	for (let left = 50; timers() > timersBefore && left > 0; left -= 1) await pause(100);
	expect(timers()).toBeLessThanOrEqual(timersBefore);
});

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
	expect(service.connections).toEqual([]);
});
