import { answers, later } from '../faults/conducts';
import type { FaultyService } from '../faults/FaultyService';
import { continues, execute } from './execution';
import { caseOf } from '../operations/cases';
import { models } from './operations';
import { accepts, arrivals, people, startService, type Fate } from './service';
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
