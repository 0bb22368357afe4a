import { Throttling } from '../../../nodes/Messenger/gate/Throttling';

describe('The pause after a 429 that does not say how long', () => {
	/** Of so many in a row, each of a request that was sent after the one before had come. */
	const pauses = (count: number, random: number) => {
		const throttling = new Throttling();
		return Array.from({ length: count }, (_, index) => {
			const now = index * 1e6;
			throttling.throttled(now - 1, now, 0, () => random);
			return throttling.rate.pausedUntil - now;
		});
	};

	it('doubles from 100 ms to five seconds, and no further', () => {
		expect(pauses(9, 1)).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
	});

	it('leaves up to half of it off by chance', () => {
		expect([0, 0.5, 1].map((random) => pauses(4, random)[3])).toEqual([400, 600, 800]);
	});
});
