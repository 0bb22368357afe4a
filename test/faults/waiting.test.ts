import { answers, later, neverAnswers } from '../support/conducts';
import type { FaultyService } from '../support/FaultyService';
import { continues, execute } from './execution';
import { caseOf } from '../node/cases';
import { models } from './operations';
import { accepts, arrivals, people, startService, type Fate } from '../support/service';
import '../support/onTheClock';

let service: FaultyService;
let fate: Fate;
beforeEach(async () => {
	service = await startService((request, position) => fate(request, position));
});
afterEach(async () => await service.close());

const inAnHour = () => new Date(Date.now() + 3_600_000).toUTCString();

const endless: Array<[name: string, headers: () => Record<string, string>]> = [
	['an hour', () => ({ 'Retry-After': '3600' })],
	['a date in an hour', () => ({ 'Retry-After': inAnHour() })],
	['an epoch', () => ({ 'Retry-After': String(Math.round(Date.now() / 1000) + 60) })],
	['20 digits', () => ({ 'Retry-After': '99999999999999999999' })],
	['a negative number', () => ({ 'Retry-After': '-1' })],
];

describe.each(endless)('a Retry-After of %s', (_name, headers) => {
	it.each(models)('hangs neither a run of $name nor the next', async ({ parameters }) => {
		const apiKey = `waiting-${Math.random().toString(36).slice(2)}`;
		fate = (_request, position) => (position < 3 ? undefined : answers(429, {}, headers()));
		const run = async () =>
			await execute(
				{ ...parameters, requestOptions: { maxRetryWait: 1 } },
				{ url: service.url, apiKey, items: people(10), node: continues },
			);
		for (let round = 0; round < 2; round += 1) {
			const start = performance.now();
			const { failed } = await run();
			expect(performance.now() - start).toBeLessThan(4_000);
			expect(failed.length).toBeGreaterThanOrEqual(7);
			for (const { details } of failed) expect(details.state).not.toBe('uncertain');
		}
	});
});

it('reads a date in Retry-After against the clock of the service', async () => {
	const ahead = Date.now() + 7_200_000;
	fate = (_request, position) =>
		position !== 2
			? undefined
			: answers(
					429,
					{},
					{
						Date: new Date(ahead).toUTCString(),
						'Retry-After': new Date(ahead + 1_000).toUTCString(),
					},
				);
	const start = performance.now();
	const { error } = await execute(caseOf('contact: find').marked, {
		url: service.url,
		items: people(5),
	});
	expect(error).toBeUndefined();
	expect(performance.now() - start).toBeLessThan(5_000);
	expect(arrivals(service.requests).size).toBe(5);
});

describe('Max Retry Wait', () => {
	it('bounds the wait of items that were never sent', async () => {
		fate = (_request, position) => (position < 3 ? undefined : answers(429, {}));
		const start = performance.now();
		const { failed } = await execute(
			{ ...caseOf('contact: find').marked, requestOptions: { maxRetryWait: 2 } },
			{ url: service.url, items: people(100), node: continues },
		);
		expect(performance.now() - start).toBeLessThan(6_000);
		expect(failed).toHaveLength(97);
		expect(failed.filter(({ details }) => details.state === 'not sent').length).toBeGreaterThan(50);
	});

	it('says that the service asked to wait only where it did', async () => {
		fate = () => answers(429, {});
		const { failed } = await execute(
			{ ...caseOf('contact: find').marked, requestOptions: { maxRetryWait: 1 } },
			{ url: service.url, items: people(3), node: continues },
		);
		expect(failed[2]?.error).toMatch(
			/^Not sent, because the service accepted nothing for 1(\.\d)? s$/,
		);
		expect(failed[2]?.details).not.toHaveProperty('retryAfterMs');
	});

	it('passes in an outage, although answers from before it come late', async () => {
		fate = ({ path }, position) => {
			if (path.startsWith('/webhook/lists')) return neverAnswers;
			if (position < 25) return position < 20 ? undefined : later(700, accepts);
			return answers(503, {});
		};
		const start = performance.now();
		const { failed } = await execute(
			{
				...caseOf('event: send').marked,
				requestOptions: { maxRetryWait: 1, maxConcurrency: 10 },
			},
			{ url: service.url, items: people(60), node: continues },
		);
		expect(performance.now() - start).toBeLessThan(6_000);
		expect(failed.length).toBeGreaterThan(30);
	});

	it('is not lost by a late 429 that asked for a pause which is over', async () => {
		const late = later(1_500, answers(429, {}, { 'Retry-After': '1' }));
		fate = (_request, position) => (position === 2 ? late : later(100, accepts));
		const { failed } = await execute(
			{
				...caseOf('contact: find').marked,
				requestOptions: { maxRetryWait: 0.9, maxConcurrency: 2 },
			},
			{ url: service.url, items: people(25), node: continues },
		);
		expect(failed.map(({ error }) => error)).toEqual([expect.stringMatching(/^Rate limit/)]);
	});

	it('says how long the service asked to wait, in milliseconds', async () => {
		fate = () => answers(429, {}, { 'Retry-After': '30' });
		const { failed } = await execute(
			{ ...caseOf('contact: find').marked, requestOptions: { maxRetryWait: 1 } },
			{ url: service.url, items: people(3), node: continues },
		);
		expect(failed[0]?.details.retryAfterMs).toBe(30_000);
		expect(failed[2]?.details.retryAfterMs).toBeGreaterThan(25_000);
	});
});

describe('Max Retry Wait of several runs at once', () => {
	const slow = (...given: Parameters<typeof answers>) => later(100, answers(...given));
	const contact = caseOf('contact: find').marked;
	let keys = 0;
	/** Runs of so many items each that begin together, where the service has answered 3 items before. */
	const runs = async (count: number, items: number, requestOptions: object, then: Fate) => {
		const apiKey = `together-${(keys += 1)}`;
		const run = async (size: number, options = {}) =>
			await execute(
				{ ...contact, requestOptions: options },
				{ url: service.url, apiKey, items: people(size), node: continues },
			);
		fate = () => undefined;
		await run(3);
		let position = 0;
		fate = (request) => then(request, position++);
		const start = performance.now();
		const ended = await Promise.all(
			Array.from({ length: count }, async () => await run(items, requestOptions)),
		);
		const failed = ended.flatMap((one) => one.failed);
		return { failed, seconds: (performance.now() - start) / 1000 };
	};

	it('passes for all of them together', async () => {
		const { failed, seconds } = await runs(12, 1, { maxRetryWait: 1 }, () => slow(429, {}));
		expect(failed).toHaveLength(12);
		expect(seconds).toBeLessThan(3);
	});

	it('is too short for a pause that another run is asked for', async () => {
		const asked = slow(429, {}, { 'Retry-After': '5' });
		const { failed, seconds } = await runs(12, 1, { maxRetryWait: 1 }, () => asked);
		expect(failed).toHaveLength(12);
		expect(failed.filter(({ details }) => details.state === 'not sent').length).toBeGreaterThan(0);
		expect(seconds).toBeLessThan(3);
	});

	it('begins anew whenever the service has accepted something of any of them', async () => {
		let last = 0;
		const { failed, seconds } = await runs(16, 1, { maxRetryWait: 1 }, () => {
			if (performance.now() - last < 150) return answers(429, {});
			last = performance.now();
			return undefined;
		});
		expect(failed).toEqual([]);
		expect(seconds).toBeGreaterThan(2);
	});

	it("does not pass in the pauses of a run's own Batching", async () => {
		const batching = { batch: { batchSize: 1, batchInterval: 2_500 } };
		const { failed } = await runs(2, 2, { maxRetryWait: 1.5, batching }, (_request, position) =>
			position === 0 ? slow(429, {}, { 'Retry-After': '1' }) : later(200, accepts),
		);
		expect(failed).toEqual([]);
	});
});
