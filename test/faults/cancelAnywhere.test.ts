import seedrandom from 'seedrandom';

import { answers, breaksOff, later, neverAnswers, resetsAfterReading } from '../support/conducts';
import type { Conduct, ReadRequest } from '../support/FaultyService';
import { inParallel } from './run';
import '../support/onTheClock';
import { continues, execute, retriesOnFail, type Execution } from './execution';
import { operations, type MarkedOperation } from './operations';
import { accepts, arrivals, people, startService } from '../support/service';

const seed = 'cancel anywhere';

/** What the service does from some request on, always or with every third request. */
interface Fault {
	name: string;
	conduct: Conduct;
	/** Whether it says that it has not processed the request. */
	isRefusal?: boolean;
}

const faults: Fault[] = [
	{ name: 'takes its time', conduct: later(30, accepts) },
	{ name: 'throttles', conduct: answers(429, {}, { 'Retry-After': '1' }), isRefusal: true },
	{ name: 'refuses', conduct: answers(400, { message: 'Bad request' }), isRefusal: true },
	{ name: 'fails', conduct: answers(503, {}) },
	{ name: 'resets', conduct: resetsAfterReading },
	{ name: 'breaks off', conduct: breaksOff },
	{ name: 'is silent', conduct: neverAnswers },
];

const modes = [
	['Stop', {}],
	['Continue', continues],
	['Retry On Fail', retriesOnFail],
] as const;

const items = people(60);

const pause = async (milliseconds: number) =>
	await new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Which items the node says were not sent, and in a retry: were not sent again. */
function notSent({ error, output }: Execution, goesOn: boolean): number[] {
	if (!goesOn) return (error?.context.run as { notSent: number[] }).notSent;
	return output.flatMap(({ json, pairedItem }) => {
		const { details } = json as { details?: { state: string } };
		return details?.state === 'not sent' ? [(pairedItem as { item: number }).item] : [];
	});
}

interface Case {
	operation: MarkedOperation;
	fault: Fault;
}

async function cancelled({ operation, fault }: Case) {
	const name = `${operation.name}, ${fault.name}`;
	const random = seedrandom(`${seed} ${name}`);
	const [mode, node] = modes[Math.floor(random() * modes.length)]!;
	const [first, every] = [Math.floor(random() * 10), random() < 0.5 ? 1 : 3];
	const after = random() * 900;
	let isOver = false;
	const mayBeProcessed: ReadRequest[] = [];
	const service = await startService((request, position) => {
		const isFaulty = !isOver && position >= first && position % every === 0;
		const changesNothing = operation.readOnly || (isFaulty && fault.isRefusal);
		if (!changesNothing) mayBeProcessed.push(request);
		return isFaulty ? fault.conduct : undefined;
	});
	const apiKey = name.replace(/\W/g, '-');
	const start = async (count: number, signal?: AbortSignal) =>
		await execute(
			{ ...operation.parameters, requestOptions: { maxConcurrency: 5 } },
			{ url: service.url, apiKey, items: items.slice(0, count), node, signal },
		);

	const stop = new AbortController();
	const running = start(items.length, stop.signal);
	while (service.connections.length === 0) await pause(5);
	await pause(after);
	const cancelledAt = performance.now();
	stop.abort();
	const execution = await running;
	const took = performance.now() - cancelledAt;
	// What had been written to the socket by then is still to be read by the service.
	do await pause(100);
	while (service.open > 0);
	const arrived = arrivals(mayBeProcessed);
	const left = service.requests.length;
	await pause(300);
	const sentAfterwards = service.requests.length - left;

	const wasCancelled = execution.run.run.status === 'canceled';
	// Whoever comes next with this key waits for nothing that the cancelled run has left.
	isOver = true;
	const next = await start(3);
	await service.close();
	return {
		name: `${name}, ${mode}`,
		took,
		sentAfterwards,
		wasCancelled,
		sentAllTheSame: wasCancelled
			? notSent(execution, mode === 'Continue').filter((item) => arrived.has(String(item)))
			: [],
		next: next.error ?? next.failed,
	};
}

it('ends within a second of a cancel at any moment, sends nothing more and leaves nothing in the way', async () => {
	const timers = () =>
		process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
	const timersBefore = timers();
	const cases = operations.flatMap((operation) =>
		faults.map((fault): Case => ({ operation, fault })),
	);
	const seen = await inParallel(cases, 6, cancelled);
	expect(seen.filter(({ wasCancelled }) => wasCancelled).length).toBeGreaterThan(30);
	for (const { name, took, ...found } of seen) {
		expect({ name, isInTime: took < 1_000, ...found }).toEqual({
			name,
			isInTime: true,
			sentAfterwards: 0,
			wasCancelled: expect.any(Boolean),
			sentAllTheSame: [],
			next: [],
		});
	}
	// A slice of a wait may still be running.
	await pause(1_100);
	expect(timers()).toBeLessThanOrEqual(timersBefore);
}, 120_000);
