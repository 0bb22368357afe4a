import { Outage } from '../../../nodes/Messenger/gate/Outage';
import { start } from './start';

type All = ReturnType<typeof start>;

/** A service that is away, and a run that waits for it. */
async function away(given?: Parameters<typeof start>[0]) {
	const all = start(given);
	await all.goAway();
	const run = all.begin({ name: 'waiting' });
	run.send();
	return { ...all, run };
}

/** The milliseconds between one probe and the next, from some moment on. */
function pauses({ probes }: All, from: number): number[] {
	return probes.map(({ at }, index) => at - (probes[index - 1]?.at ?? from));
}

/** Whether each pause is one of these, up to a quarter shorter by chance. */
function expectPauses(seen: number[], longest: number[]): void {
	for (const [index, most] of longest.entries()) {
		expect(seen[index]).toBeLessThanOrEqual(most + 1);
		expect(seen[index]).toBeGreaterThanOrEqual(0.75 * most);
	}
}

/** The next that leaves. */
async function next({ clock, left }: All) {
	for (;;) {
		const sent = await left();
		if (sent.length > 0) return sent;
		await clock.pass(100);
	}
}

describe('An outage begins', () => {
	it('with the third failure in a row, and the log says so once', async () => {
		const { begin, one, left, log } = start();
		begin({ maxConcurrency: 1 }).send(5);
		for (const failure of ['503', 'ECONNRESET', '502']) {
			expect(log).toEqual([]);
			(await one()).is('outage', { failure });
		}
		expect(await left()).toEqual([]);
		expect(log).toEqual(['the service is unavailable (502), nothing more is sent']);
	});

	it.each(['accepted', 'answered', 'throttled', 'blocked'] as const)(
		'not where something was %s between them',
		async (sign) => {
			const { clock, begin, left, log } = start();
			for (const one of ['outage', 'outage', sign, 'outage', 'outage'] as const) {
				begin().send();
				await clock.pass(2000);
				(await left())[0]?.is(one);
			}
			expect(log).not.toContainEqual(expect.stringContaining('unavailable'));
		},
	);

	it('not by what says nothing, which does not end the row either', async () => {
		const { begin, one, log } = start();
		begin({ maxConcurrency: 1 }).send(9);
		for (const sign of ['nothing', 'outage', 'nothing', 'outage', 'nothing'] as const) {
			(await one()).is(sign);
		}
		expect(log).toEqual([]);
		(await one()).is('outage');
		expect(log).toHaveLength(1);
	});
});

describe('In an outage', () => {
	it('the service is asked at growing intervals, of 5 s at most', async () => {
		const all = await away();
		const from = all.clock.now();
		await all.clock.pass(60_000);
		expectPauses(pauses(all, from), [250, 500, 1000, 2000, 4000, 5000, 5000, 5000]);
		expect(new Set(pauses(all, from).slice(5, 9)).size).toBeGreaterThan(1);
	});

	it('it is asked as often, however many wait', async () => {
		const [one, many] = [await away(), await away()];
		for (let count = 0; count < 50; count += 1) many.begin().send(5);
		for (const { clock } of [one, many]) await clock.pass(29_000);
		expect(many.probes).toHaveLength(one.probes.length);
	});

	it('it is not asked where nobody waits, and at once for who comes later', async () => {
		const { clock, begin, goAway, probes } = start();
		await goAway();
		begin();
		await clock.pass(60_000);
		expect(probes).toEqual([]);
		const from = clock.now();
		begin().send();
		expect(probes.map(({ at }) => at)).toEqual([from]);
	});

	it('it is not asked for a run that waits for nothing, and for the next one at once', async () => {
		const { clock, begin, goAway, probes } = start();
		await goAway();
		await clock.pass(1000);
		const run = begin({ maxRetryWait: 0 });
		run.send();
		expect(run.stopped?.reason).toMatchObject({ kind: 'waited', outage: '503' });
		begin({ name: 'next' }).send();
		expect(probes.map(({ by }) => by)).toEqual(['next']);
	});

	it('who comes later waits for the rest of a pause that has begun', async () => {
		const { clock, run, begin, probes } = await away();
		await clock.pass(100);
		run.end();
		begin({ name: 'later' }).send();
		expect(probes).toEqual([]);
		await clock.pass(150);
		expect(probes.map(({ by }) => by)).toEqual(['later']);
	});

	it('the next one asks at once where the one that asks ends', async () => {
		const { clock, run, service, begin, probes } = await away();
		service.latency = 5000;
		await clock.pass(1000);
		begin({ name: 'next' }).send();
		run.end();
		await clock.pass(1);
		expect(probes.map(({ by }) => by)).toEqual(['waiting', 'next']);
	});

	it('that never answered this n8n a run waits for 5 s at most', async () => {
		const { clock, begin, run } = await away({ hasAnswered: false });
		const [long, short] = [begin({ maxRetryWait: 60_000 }), begin({ maxRetryWait: 2000 })];
		const from = clock.now();
		for (const one of [long, short]) one.send();
		await clock.pass(10_000);
		const waited = [run, long, short].map(({ stopped }) => stopped && stopped.at - from);
		expect(waited).toEqual([5000, 5000, 2000]);
	});

	it.each(['accepted', 'answered', 'throttled', 'probe'] as const)(
		'a run waits for as long as it may, where there was an answer before: %s',
		async (sign) => {
			const { clock, service, begin, one, left, goAway } = start({ hasAnswered: false });
			if (sign === 'probe') {
				await goAway();
				service.isBack = true;
				begin({ maxConcurrency: 1 }).send(2);
				await clock.pass(1000);
				service.isBack = false;
				(await one()).is('outage');
			} else {
				begin().send();
				(await one()).is(sign);
				await clock.pass(200);
				await goAway();
			}
			const run = begin({ maxRetryWait: 20_000 });
			run.send();
			const from = clock.now();
			await clock.pass(25_000);
			expect(await left()).toEqual([]);
			expect(run.stopped && run.stopped.at - from).toBe(20_000);
		},
	);
});

describe('An outage ends', () => {
	it('when the service answers what asks it, and then one request leaves', async () => {
		const all = start();
		const { clock, service, begin, left, log } = all;
		await all.openTo(8);
		await all.goAway();
		for (let runs = 0; runs < 2; runs += 1) begin().send(5);
		await clock.pass(10_000);
		expect(await left()).toEqual([]);
		service.isBack = true;
		const sent = await next(all);
		expect(sent).toHaveLength(1);
		sent[0]?.is('accepted');
		expect(await left()).toHaveLength(2);
		expect(log).toEqual([expect.stringContaining('unavailable'), 'the service answers again']);
	});

	it('not by the answer to what had left before it began', async () => {
		const { clock, begin, openTo, goAway, left, log } = start();
		await openTo(4);
		begin().send(2);
		const [late] = await left();
		await goAway();
		begin().send();
		await clock.pass(20_000);
		late?.is('accepted');
		await clock.pass(5000);
		expect(await left()).toEqual([]);
		expect(log).toHaveLength(1);
	});

	it('by the answer to a real request that was tried in it, however late', async () => {
		const { clock, run, one, left, log } = await away();
		run.send(5);
		await clock.pass(30_000);
		const trial = await one();
		await clock.pass(20_000);
		trial.is('answered');
		expect(log.at(-1)).toBe('the service answers again');
		expect(await left()).toHaveLength(1);
	});
});

describe('After an answer to what asks', () => {
	/** The service answers what asks it, and nothing else. */
	async function relapsed(times: number) {
		const all = await away();
		all.service.isBack = true;
		const seen: number[] = [];
		for (let relapse = 0; relapse < times; relapse += 1) {
			const [sent] = await next(all);
			all.service.isBack = false;
			all.probes.length = 0;
			const from = all.clock.now();
			sent?.is('outage');
			all.begin().send();
			await all.clock.pass(1000 * 2 ** (relapse + 1));
			all.service.isBack = true;
			seen.push((all.probes[0]?.at ?? Infinity) - from);
		}
		return { ...all, seen };
	}

	it('one failure begins it anew: the next pause is 2 s, then 4 s and so on', async () => {
		expectPauses((await relapsed(4)).seen, [2000, 4000, 8000, 16_000]);
	});

	it('that pause is a minute at most, and 2 s again once a real request was answered', () => {
		const outage = new Outage();
		const pause = () => {
			outage.failed('503', 0, 0, 1);
			outage.failed('503', 0, 0, 1);
			outage.failed('503', 0, 0, 1);
			const { probeAt } = outage;
			outage.endProbe(true, 0, 1);
			return probeAt;
		};
		const seen = Array.from({ length: 8 }, pause);
		expect(seen).toEqual([250, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
		outage.answered(0);
		expect([pause(), pause()]).toEqual([250, 2000]);
	});

	it('the pauses are short again behind that one', async () => {
		const all = await relapsed(3);
		all.service.isBack = false;
		const from = all.clock.now();
		all.probes.length = 0;
		all.begin().send();
		await all.clock.pass(15_000);
		expect(Math.max(...pauses(all, from))).toBeLessThanOrEqual(5001);
	});

	it('three failures are needed again, once a real request was answered', async () => {
		const all = await relapsed(3);
		const { clock, begin, left, probes, service, log } = all;
		(await next(all))[0]?.is('accepted');
		for (const request of await left()) request.is('accepted');
		log.length = probes.length = 0;
		service.isBack = false;
		begin({ maxConcurrency: 1 }).send(5);
		for (let failed = 1; failed <= 3; failed += 1) {
			(await left())[0]?.is('outage');
			expect(log).toHaveLength(failed === 3 ? 1 : 0);
		}
		const from = clock.now();
		await clock.pass(1000);
		expectPauses([probes[0]!.at - from], [250]);
	});
});

describe('A real request is tried', () => {
	/** The seconds at which one is tried while nothing but failures come back. */
	async function trials({ clock, run, left }: Awaited<ReturnType<typeof away>>, until: number) {
		const seen: number[] = [];
		run.send(20);
		while (clock.now() < until) {
			await clock.pass(1000);
			for (const sent of await left()) {
				seen.push(Math.round(sent.at / 1000));
				sent.is('outage', { failure: '500' });
			}
		}
		return seen;
	}

	it('30 s after the last one, then after twice as long each time, 5 minutes at most', async () => {
		expect(await trials(await away(), 1_400_000)).toEqual([30, 90, 210, 450, 750, 1050, 1350]);
	});

	it('again after 30 s, once one was answered', async () => {
		const all = await away();
		await trials(all, 100_000);
		await all.clock.pass(120_000);
		(await all.one()).is('answered');
		for (const sent of await all.left()) sent.is('accepted');
		for (const sent of await all.left()) sent.is('nothing');
		all.run.end();
		await all.goAway();
		const from = all.clock.now();
		all.begin().send();
		await all.clock.pass(40_000);
		const sent = (await all.left()).filter(({ at }) => at >= from);
		expect(Math.round((sent[0]!.at - from) / 1000)).toBe(30);
	});

	it('30 s after the last one left, not after the last one failed', async () => {
		const { clock, begin, openTo, left } = start();
		await openTo(4);
		begin().send(4);
		const sent = await left();
		await clock.pass(20_000);
		for (const request of sent) request.is('outage', { failure: 'ETIMEDOUT' });
		begin().send();
		await clock.pass(11_000);
		expect((await left()).map(({ at }) => at - sent[0]!.at)).toEqual([30_000]);
	});

	it('also while an earlier one is not answered', async () => {
		const { clock, run, left } = await away();
		run.send(20);
		await clock.pass(220_000);
		expect((await left()).map(({ at }) => Math.round(at / 1000))).toEqual([30, 90, 210]);
	});

	it.each([
		['one that only reads', [5, 1, 0, 1], 2],
		['the one with the fewest recipients', [500, 3, 20, 3], 1],
		['the first, where all have as many', [2, 2, 2], 0],
	])('first %s', async (_, waiting, chosen) => {
		const { clock, begin, goAway, one } = start();
		await goAway();
		for (const [index, recipients] of waiting.entries()) {
			begin({ name: String(index) }).send(1, { recipients });
		}
		await clock.pass(30_000);
		expect((await one()).run.name).toBe(String(chosen));
	});

	it('so that a list endpoint that is broken for good locks nobody out', async () => {
		const { clock, begin, left } = start();
		let requests = 0;
		let accepted = 0;
		// Forty runs of one event each, one every half second; the first three are answered by a 503.
		for (let step = 0; step < 150; step += 1) {
			if (step < 40) begin({ maxRetryWait: 300_000 }).send();
			for (let sent = await left(); sent.length > 0; sent = await left()) {
				for (const request of sent) {
					requests += 1;
					request.is(requests <= 3 ? 'outage' : 'accepted');
					if (requests > 3) accepted += 1;
				}
			}
			await clock.pass(500);
		}
		expect([requests, accepted]).toEqual([40, 37]);
	});
});
