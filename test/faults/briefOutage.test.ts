import { setTimeout as wait } from 'node:timers/promises';

import { answers, later } from '../support/conducts';
import type { FaultyService } from '../support/FaultyService';
import { hintsOf } from '../support/messengerRun';
import { skipPauses } from '../support/pauses';
import { caseOf } from '../node/cases';
import { continues, execute } from './execution';
import { accepts, arrivals, people, sentFor, startService, type Fate } from '../support/service';
import '../support/onTheClock';

/** Reading: a request that fails is sent again, so that all of it can be seen to the end. */
const contact = caseOf('contact: find').marked;
/** Writing: a request that fails may have been processed, and is not sent again. */
const writing = caseOf('event: send').marked;
const away = answers(503, {});
/** Real milliseconds that are longer than any pause before a probe. */
const longestPause = 300;
const isProbe = ({ path }: { path: string }) => path.startsWith('/webhook/lists');

let service: FaultyService;
let fate: Fate;
beforeEach(async () => {
	skipPauses();
	service = await startService((request, position) => fate(request, position));
});
afterEach(async () => {
	jest.restoreAllMocks();
	await service.close();
});

const run = async (count: number, requestOptions = {}, settings = {}) =>
	await execute(
		{ ...contact, requestOptions: { maxConcurrency: 10, ...requestOptions } },
		{ url: service.url, items: people(count), node: continues, ...settings },
	);

it('probes a service that is away with a harmless request, then begins with one request', async () => {
	const probes = () => service.requests.filter(isProbe).length;
	let isAway = true;
	let open = 0;
	const openAtOnce: number[] = [];
	fate = (request, position) => {
		if (position < 20) return later(20, accepts);
		if (isProbe(request) && probes() >= 3) isAway = false;
		if (isAway) return away;
		if (isProbe(request)) return undefined;
		openAtOnce.push((open += 1));
		const answer = later(20, accepts);
		return {
			onRequest: (response, ...rest) => {
				response.once('close', () => (open -= 1));
				answer.onRequest?.(response, ...rest);
			},
		};
	};
	const { failed, output } = await run(100);
	expect(failed).toEqual([]);
	expect(output).toHaveLength(100);
	expect(probes()).toBe(3);
	expect(openAtOnce.slice(0, 2)).toEqual([1, 1]);
	expect(Math.max(...openAtOnce)).toBeGreaterThan(1);
	expect(arrivals(service.requests).size).toBe(100);
});

it('says how long the service was away', async () => {
	let isAway = false;
	fate = (request, position) => {
		if (position === 20) isAway = true;
		if (isProbe(request) && service.requests.filter(isProbe).length >= 4) isAway = false;
		return isAway ? away : undefined;
	};
	const { run: execution } = await run(60);
	expect(hintsOf(execution.run)).toEqual([
		expect.stringMatching(/^This run waited \d+(\.\d)? s because the service was unavailable\.$/),
	]);
});

it.each([
	['Max Retry Wait, where it has answered before', 20, 60, /for 60(\.\d)? s/],
	[
		'5 s, where it has never answered: that is more likely a wrong address',
		0,
		60,
		/for 5(\.\d)? s/,
	],
	['Max Retry Wait, where that is less than 5 s', 0, 2, /for 2(\.\d)? s/],
])('waits for a service that is away for %s', async (_, answered, maxRetryWait, words) => {
	fate = (_request, position) => (position < answered ? undefined : away);
	const { failed } = await run(40, { maxRetryWait });
	const notSent = failed.filter(({ details }) => details.state === 'not sent');
	expect(notSent.length).toBeGreaterThan(0);
	for (const { error } of notSent) expect(error).toMatch(words);
});

it.each([
	// It gets no probe: 30 s after the last request another one is tried.
	[0, 1_700],
	[0.1, longestPause],
	[2, longestPause],
])(
	'sends again after an outage for which runs with a Max Retry Wait of %s s have not waited',
	async (maxRetryWait, pause) => {
		let isAway = false;
		fate = () => (isAway ? away : undefined);
		const apiKey = `max-retry-wait-${maxRetryWait}`;
		const accepted = async () => {
			const { failed, output } = await run(10, { maxRetryWait }, { apiKey });
			return output.length - failed.length;
		};
		expect(await accepted()).toBe(10);
		isAway = true;
		for (let count = 0; count < 8; count++) expect(await accepted()).toBe(0);
		isAway = false;
		await wait(pause);
		expect(await accepted()).toBe(10);
	},
);

it('sends next to nothing more when answers from before the outage come late', async () => {
	let isAway = false;
	fate = (_request, position) => {
		if (position === 250) {
			isAway = true;
			setTimeout(() => (isAway = false), 1_000);
		}
		if (isAway) return away;
		// Those that are on their way when the outage begins are answered during the next second.
		return later(position >= 200 && position < 250 ? (position - 200) * 20 : 10, accepts);
	};
	const { failed, output } = await execute(
		{ ...writing, requestOptions: { maxConcurrency: 50 } },
		{ url: service.url, items: people(500), node: continues },
	);
	expect(failed.every(({ details }) => details.state === 'uncertain')).toBe(true);
	expect(failed.length).toBeLessThan(50);
	expect(output).toHaveLength(500);
});

it('says that the service was unavailable where only what probes it is answered', async () => {
	fate = (request) => (isProbe(request) ? undefined : later(500, answers(504, {})));
	const { failed } = await execute(
		{ ...writing, requestOptions: { maxRetryWait: 10 } },
		{ url: service.url, items: people(20), node: continues },
	);
	const notSent = failed.filter(({ details }) => details.state === 'not sent');
	expect(notSent.length).toBeGreaterThan(10);
	for (const { error } of notSent) expect(error).toMatch(/unavailable for [\d.]+ s \(504\)$/);
});

it('lets all runs wait the whole time once the service has answered one of them', async () => {
	// The first probe that is answered comes before 5 s have passed, and the next one after that.
	const probes = () => service.requests.filter(isProbe).length;
	fate = (request) => (probes() >= (isProbe(request) ? 4 : 5) ? undefined : away);
	const apiKey = 'first-contact';
	const runs = await Promise.all(
		Array.from({ length: 3 }, async () => await run(3, {}, { apiKey })),
	);
	const failed = runs.flatMap((one) => one.failed);
	expect(failed.filter(({ details }) => details.state === 'not sent')).toEqual([]);
});

it('waits the whole time again once the service has answered anything', async () => {
	// Until its first answer the run waits 5 s. That comes after 4 s, and then the service is away again.
	let probes = 0;
	fate = (request) => {
		if (isProbe(request)) return (probes += 1) >= 4 ? undefined : away;
		return probes >= 5 ? undefined : away;
	};
	const { failed } = await run(20, { maxRetryWait: 60 });
	expect(failed.filter(({ details }) => details.state === 'not sent')).toEqual([]);
	expect(new Set(service.requests.flatMap(sentFor)).size).toBe(20);
});
