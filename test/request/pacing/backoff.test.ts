import { backoff } from '../../../nodes/Messenger/gate/backoff';

describe('The pause after a 429 that does not say how long', () => {
	it('doubles from 100 ms to five seconds, and no further', () => {
		const pauses = [0, 1, 2, 3, 4, 5, 6, 1000].map((attempt) => backoff(attempt, 1));
		expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000]);
	});

	it('leaves up to half of it off by chance', () => {
		expect([0, 0.5, 1].map((random) => backoff(3, random))).toEqual([400, 600, 800]);
	});
});
