import { Backoff } from '../../../nodes/Messenger/request/pacing/Backoff';

function pauses(backoff: Backoff, count: number): number[] {
	return Array.from({ length: count }, () => backoff.next());
}

describe('The pause after a refusal without Retry-After', () => {
	const longest = () => new Backoff(() => 1);

	it('doubles from 100 ms with each refusal, up to a minute', () => {
		expect(pauses(longest(), 12)).toEqual([
			100, 200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 51_200, 60_000, 60_000,
		]);
	});

	it('leaves off up to half of it by chance', () => {
		expect(pauses(new Backoff(() => 0), 3)).toEqual([50, 100, 200]);
		expect(pauses(new Backoff(() => 0.5), 3)).toEqual([75, 150, 300]);
	});

	it('is short again when something was accepted', () => {
		const backoff = longest();
		pauses(backoff, 5);
		backoff.reset();
		expect(backoff.next()).toBe(100);
	});
});
