import { BadRequestBlock } from '../../sandbox/badRequestBlock';

describe('The block after bad requests', () => {
	let now = 0;
	let block: BadRequestBlock;

	beforeEach(() => {
		now = 5000;
		block = new BadRequestBlock(3, 10, () => now);
	});

	const countTimes = (times: number) => {
		for (let time = 0; time < times; time += 1) block.countBadRequest();
	};

	it('does not begin before the threshold', () => {
		countTimes(2);
		expect(block.isActive()).toBe(false);
	});

	it('begins with the bad request that reaches the threshold', () => {
		countTimes(3);
		expect(block.isActive()).toBe(true);
	});

	it('ends after its seconds', () => {
		countTimes(3);
		now += 9_999;
		expect(block.isActive()).toBe(true);
		now += 1;
		expect(block.isActive()).toBe(false);
	});

	it('counts from zero after it has ended', () => {
		countTimes(3);
		now += 10_000;
		countTimes(2);
		expect(block.isActive()).toBe(false);
		countTimes(1);
		expect(block.isActive()).toBe(true);
	});

	it('is not prolonged by bad requests that were still on their way', () => {
		countTimes(3);
		now += 5_000;
		countTimes(3);
		now += 5_000;
		expect(block.isActive()).toBe(false);
		countTimes(2);
		expect(block.isActive()).toBe(false);
	});
});
