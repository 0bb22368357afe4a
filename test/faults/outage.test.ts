import { setTimeout as wait } from 'node:timers/promises';

import { answers, later, neverAnswers, resetsAfterReading } from '../support/conducts';
import type { Conduct } from '../support/FaultyService';
import { skipPauses } from '../support/pauses';
import { continues } from '../support/runNode';
import { accepts, arrivals } from '../support/service';
import { ended, reading, run, service, writing } from './scripted';

const away = answers(503, {});
const isProbe = ({ path }: { path: string }) => path.startsWith('/webhook/lists');
const probes = () => service.requests.filter(isProbe).length;

beforeEach(() => void skipPauses());
afterEach(() => jest.restoreAllMocks());

it('asks a service that is down by a harmless request, and goes on when that is answered (R5)', async () => {
	service.fate = (_request, position) => {
		if (position < 20) return later(20, accepts);
		return probes() < 3 ? away : undefined;
	};
	const parameters = { ...reading, requestOptions: { maxConcurrency: 10 } };
	const { error, output, hints } = await run(parameters, { items: 100 });
	expect([error, output.length, probes()]).toEqual([undefined, 100, 3]);
	expect(arrivals(service.requests).size).toBe(100);
	expect(hints).toEqual([expect.stringContaining('unavailable')]);
});

it('sends everything once where connections are refused in the middle of a run (R5)', async () => {
	const isAwayFor4Seconds: Conduct = {
		onRequest: (response, request) => {
			accepts.onRequest?.(response, request);
			response.once('close', () => {
				void service.close();
				setTimeout(() => void service.listen(), 200);
			});
		},
	};
	service.fate = (_request, position) => (position === 20 ? isAwayFor4Seconds : undefined);
	const parameters = { ...writing, requestOptions: { maxConcurrency: 1 } };
	const { error, output } = await run(parameters, { items: 40 });
	expect([error, output.length]).toEqual([undefined, 40]);
	expect([...arrivals(service.requests).values()]).toEqual(Array(40).fill(1));
});

it.each<[string, Conduct]>([
	['a 503', away],
	['a reset', resetsAfterReading],
	['silence', neverAnswers],
])(
	'ends after Max Retry Wait where the outage is %s, and little is uncertain (R6)',
	async (_, is) => {
		service.fate = (_request, position) => (position < 80 ? later(20, accepts) : is);
		// A silent service is noticed by the timeout alone.
		const requestOptions = { maxRetryWait: 3, timeout: 20_000, maxConcurrency: 10 };
		const start = performance.now();
		const stopped = ended(await run({ ...writing, requestOptions }, { items: 200 }));
		expect(performance.now() - start).toBeLessThan(5_000);
		expect(stopped.accepted.length).toBe(80);
		expect(stopped.uncertain.length).toBeLessThanOrEqual(20);
		expect(stopped.notSent.length).toBe(120 - stopped.uncertain.length);
	},
);

it.each([
	// It gets no probe: 30 s after the last request another one is tried.
	[0, 1_700],
	[3, 300],
])('after runs with a Max Retry Wait of %s s others send again (R5, R6)', async (most, pause) => {
	let isAway = false;
	service.fate = () => (isAway ? away : undefined);
	const parameters = { ...reading, requestOptions: { maxRetryWait: most } };
	const settings = { apiKey: `sk-live-waits-${most}`, node: continues };
	const refused = async () => (await run(parameters, settings)).failed.length;
	expect(await refused()).toBe(0);
	isAway = true;
	for (let count = 0; count < 3; count++) expect(await refused()).toBe(10);
	isAway = false;
	await wait(pause);
	expect(await refused()).toBe(0);
});
