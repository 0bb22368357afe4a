import { VirtualClock } from '../../bench/pacing/VirtualClock';
import { Patience } from '../../nodes/Messenger/gate/Patience';

/** A patience with what it was lost after, each time, and how many timers it has set and ended. */
function start() {
	const clock = new VirtualClock();
	const lost: Array<{ at: number; waited: number }> = [];
	const sleep = jest.spyOn(clock, 'sleep');
	const service = { isStrained: true };
	const patience = new Patience(
		clock,
		(waited) => lost.push({ at: clock.now(), waited }),
		() => service.isStrained,
	);
	const timers = () => {
		const signals = sleep.mock.calls.map(([, signal]) => signal);
		return { set: signals.length, ended: signals.filter((signal) => signal?.aborted).length };
	};
	return { clock, patience, service, lost, timers };
}

describe('the patience of a run', () => {
	it('is not lost while nothing strains it', async () => {
		const { clock, lost } = start();
		await clock.pass(3_600_000);
		expect(lost).toEqual([]);
	});

	it.each<[string, Array<[at: number, limit: number]>, number]>([
		['when the service has made the run wait for as long as it may', [[1000, 300]], 1300],
		[
			'from the first strain on, whatever comes after it',
			[
				[0, 300],
				[200, 300],
			],
			300,
		],
		[
			'earlier where a later strain has a lower limit',
			[
				[0, 5000],
				[100, 300],
			],
			300,
		],
		[
			'no later where a later strain has a higher limit',
			[
				[0, 300],
				[0, 5000],
			],
			300,
		],
	])('is lost %s', async (_, strains, end) => {
		const { clock, patience, lost } = start();
		for (const [at, limit] of strains) {
			await clock.pass(at - clock.now());
			patience.strain(limit);
		}
		await clock.pass(end - clock.now() - 1);
		expect(lost).toEqual([]);
		await clock.pass(10_000);
		expect(lost).toEqual([{ at: end, waited: 300 }]);
	});

	it('is lost at once before a pause that would end too late', async () => {
		const { clock, patience, lost } = start();
		patience.strain(300, 301);
		expect(lost).toEqual([{ at: 0, waited: 0 }]);
		await clock.pass(10_000);
		expect(lost).toHaveLength(1);
	});

	it('says how long it was strained, not what time it is', async () => {
		const { clock, patience, lost } = start();
		await clock.pass(1000);
		patience.strain(300);
		await clock.pass(200);
		patience.strain(300, 101);
		expect(lost).toEqual([{ at: 1200, waited: 200 }]);
	});

	it('bears a pause that ends in time', async () => {
		const { clock, patience, lost } = start();
		await clock.pass(50);
		patience.strain(300, 300);
		await clock.pass(299);
		expect(lost).toEqual([]);
	});

	it('reckons a pause from now, and the limit from the first strain', async () => {
		const { clock, patience, lost } = start();
		patience.strain(300);
		await clock.pass(200);
		patience.strain(300, 101);
		expect(lost).toEqual([{ at: 200, waited: 200 }]);
	});

	it('begins anew with each acceptance', async () => {
		const { clock, patience, lost } = start();
		for (let round = 0; round < 10; round++) {
			patience.strain(300);
			await clock.pass(299);
			patience.renew();
		}
		expect(lost).toEqual([]);
		patience.strain(300);
		await clock.pass(300);
		expect(lost).toEqual([{ at: 3290, waited: 300 }]);
	});

	it('is not lost while nothing makes the run wait, but at the next strain', async () => {
		const { clock, patience, service, lost } = start();
		patience.strain(300);
		service.isStrained = false;
		await clock.pass(400);
		expect(lost).toEqual([]);
		patience.strain(300);
		expect(lost).toEqual([{ at: 400, waited: 400 }]);
	});

	it('is renewed by what was on its way when its time was over', async () => {
		const { clock, patience, service, lost } = start();
		patience.strain(300);
		service.isStrained = false;
		await clock.pass(400);
		patience.renew();
		service.isStrained = true;
		patience.strain(300);
		await clock.pass(299);
		expect(lost).toEqual([]);
		await clock.pass(1);
		expect(lost).toEqual([{ at: 700, waited: 300 }]);
	});

	it('is never lost after the run has ended', async () => {
		const { clock, patience, lost } = start();
		patience.strain(300);
		patience.end();
		await clock.pass(10_000);
		expect(lost).toEqual([]);
	});

	it('has one timer, however often it is strained, and ends it', async () => {
		const { clock, patience, timers } = start();
		for (let strain = 0; strain < 100; strain++) {
			patience.strain(300);
			await clock.pass(1);
		}
		expect(timers()).toEqual({ set: 1, ended: 0 });
		patience.renew();
		expect(timers()).toEqual({ set: 1, ended: 1 });
	});
});
