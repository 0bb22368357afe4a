import { hintsOf } from '../../nodes/Messenger/run/hintsAfterRun';
import type { Outcome } from '../../nodes/Messenger/run/outcome';

const accepted: Outcome = { state: 'accepted', items: [] };
const failure = (state: 'uncertain' | 'failed' | 'not sent'): Outcome => ({
	state,
	message: 'No',
	description: 'Wait.',
});
const quiet = { throttled: 0, away: 0 };

describe('what the editor says after a run', () => {
	it('is nothing where nothing is worth a word', () => {
		expect(hintsOf(quiet, 60, [accepted, failure('failed'), failure('not sent')])).toEqual([]);
		expect(hintsOf(undefined, 0, [undefined])).toEqual([]);
	});

	it.each([
		[1, 'once'],
		[2, '2 times'],
	])('is how long a run took that was throttled %i times', (throttled, times) => {
		expect(hintsOf({ ...quiet, throttled }, 4.96, [accepted])).toEqual([
			`The service's rate limit slowed down this run, which took 5 s. Requests were refused ${times} and sent again automatically.`,
		]);
	});

	it('is not that all was sent again, where something throttled was given up', () => {
		const givenUp: Outcome = { ...failure('failed'), httpCode: '429' } as Outcome;
		const [hint] = hintsOf({ ...quiet, throttled: 2 }, 5, [accepted, givenUp]);
		expect(hint).toMatch(/Requests were refused 2 times\.$/);
	});

	it('is how long the service was away, from a second on', () => {
		expect(hintsOf({ ...quiet, away: 999 }, 9, [accepted])).toEqual([]);
		expect(hintsOf({ ...quiet, away: 1000 }, 9, [accepted])).toEqual([
			'This run waited 1 s because the service was unavailable.',
		]);
		expect(hintsOf({ ...quiet, away: 20_345 }, 9, [accepted])).toEqual([
			'This run waited 20.3 s because the service was unavailable.',
		]);
	});

	it.each([
		[1, '1 item', 'it'],
		[3, '3 items', 'them'],
	])('is a warning before %i uncertain items are sent again', (count, items, which) => {
		const outcomes = [accepted, undefined, ...Array<Outcome>(count).fill(failure('uncertain'))];
		expect(hintsOf(quiet, 9, outcomes)).toEqual([
			`${items} may have been processed. Check in the service before you resend ${which}.`,
		]);
	});

	it('is all of it, where all of it happened', () => {
		expect(hintsOf({ throttled: 1, away: 2000 }, 9, [failure('uncertain')])).toHaveLength(3);
	});
});
