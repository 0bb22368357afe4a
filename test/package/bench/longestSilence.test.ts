import { longestSilence } from '../../../bench/HealthWatch';

describe('The longest silence of n8n while a node runs', () => {
	it('is the longest time between two answers', () => {
		expect(longestSilence([90, 110, 160, 180, 210], 100, 200)).toBe(50);
	});

	it('counts from the start of the node where an answer is late', () => {
		expect(longestSilence([20, 180], 100, 200)).toBe(80);
	});

	it('counts up to the end of the node where no more answer came', () => {
		expect(longestSilence([100, 110, 400], 100, 200)).toBe(90);
	});

	it('is the whole run where n8n answered nothing', () => {
		expect(longestSilence([], 100, 200)).toBe(100);
	});
});
