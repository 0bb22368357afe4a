import { start, waitOf } from './start';

type All = ReturnType<typeof start>;

/** The names of what leaves, each accepted at once, until nothing more does. */
async function drain({ left }: All): Promise<string[]> {
	const names = [];
	for (let sent = await left(); sent.length > 0; sent = await left()) {
		for (const request of sent) {
			names.push(request.name);
			request.is('accepted');
		}
	}
	return names;
}

/** How many leave within so many milliseconds, each accepted 10 ms later at the most. */
async function countOf({ clock, left }: All, milliseconds: number): Promise<number> {
	let count = 0;
	for (let passed = 0; passed < milliseconds; passed += 10) {
		await clock.pass(10);
		for (const request of await left()) {
			count += 1;
			request.is('accepted');
		}
	}
	return count;
}

/** A gate with a window of so many places, which are all taken. */
async function full(size: number, options?: Parameters<All['begin']>[0]) {
	const all = start();
	await all.openTo(size);
	const run = all.begin(options);
	run.send(1000);
	const inFlight = await all.left();
	expect(inFlight).toHaveLength(size);
	return { ...all, run, inFlight, first: inFlight[0]!, second: inFlight[1]! };
}

describe('How many requests are in flight', () => {
	it('is one at first, and doubles with each round of answers', async () => {
		const { clock, begin, left } = start();
		begin().send(1000);
		const rounds = [];
		for (let round = 0; round < 6; round += 1) {
			const sent = await left();
			await clock.pass(50);
			rounds.push(sent.length);
			for (const request of sent) request.is('accepted');
		}
		expect(rounds).toEqual([1, 2, 4, 8, 16, 32]);
	});

	it('is bounded for all runs together by one window, for each by its own ceiling', async () => {
		const { begin, openTo, left } = start();
		await openTo(8);
		const narrow = begin({ maxConcurrency: 2 });
		narrow.send(10);
		begin().send(10);
		const sent = await left();
		expect(sent).toHaveLength(8);
		expect(sent.filter(({ run }) => run === narrow)).toHaveLength(2);
	});

	it.each(['nothing', 'answered', 'outage'] as const)('stays where %s comes back', async (sign) => {
		const { begin, one } = start();
		begin().send(10);
		for (let round = 0; round < 2; round += 1) (await one()).is(sign);
		await one();
	});

	it('is halved by a 429', async () => {
		const { clock, inFlight, left } = await full(8);
		for (const request of inFlight) request.is('throttled', { retryAfter: 60_000 });
		await clock.pass(61_000);
		expect(await left()).toHaveLength(4);
	});

	it('counts a request once, whatever is told of it afterwards', async () => {
		const { begin, one, log } = start();
		const run = begin();
		run.send(5);
		const request = await one();
		request.is('nothing');
		for (const sign of ['nothing', 'accepted', 'throttled', 'blocked'] as const) request.is(sign);
		await one();
		expect([run.stopped, log]).toEqual([undefined, []]);
	});
});

describe('After a 429', () => {
	it.each([
		['as long as the service says', 2000, 2000, 2000],
		['half an hour, where the service says so', 1_800_000, 1_800_000, 1_800_000],
		['an hour at most', 1e12, 3_600_000, 3_600_000],
		['shortly where the service does not say how long', undefined, 50, 101],
		['shortly where the service says 0', 0, 50, 101],
	])('everything waits %s', async (_, retryAfter, least, most) => {
		const all = start();
		all.begin().send();
		(await all.one()).is('throttled', { retryAfter });
		const wait = await waitOf(all);
		expect(wait).toBeGreaterThanOrEqual(least);
		expect(wait).toBeLessThanOrEqual(most);
	});

	it('sets one timer for all that wait', async () => {
		const { clock, begin, one, left } = start();
		const run = begin();
		run.send();
		(await one()).is('throttled', { retryAfter: 1000 });
		const sleep = jest.spyOn(clock, 'sleep');
		run.send(100);
		expect(await left()).toEqual([]);
		expect(sleep).toHaveBeenCalledTimes(1);
		expect(sleep.mock.calls[0]?.[1]?.aborted).toBe(false);
		run.end();
		expect(sleep).toHaveBeenCalledTimes(1);
		expect(sleep.mock.calls[0]?.[1]?.aborted).toBe(true);
	});

	it('the pauses grow while the refusals go on, and are short again after an acceptance', async () => {
		const { clock, begin, left, openTo } = start();
		const waits: number[] = [];
		const next = async () => {
			const from = clock.now();
			begin().send();
			let sent = await left();
			for (; sent.length === 0; sent = await left()) await clock.pass(1);
			waits.push(clock.now() - from);
			sent[0]?.is('throttled');
		};
		for (let refusal = 0; refusal < 6; refusal += 1) await next();
		for (const [index, longest] of [100, 200, 400, 800, 1600].entries()) {
			expect(waits[index + 1]).toBeGreaterThanOrEqual(longest / 2);
			expect(waits[index + 1]).toBeLessThanOrEqual(longest + 1);
		}
		await openTo(20);
		for (let refusal = 0; refusal < 2; refusal += 1) await next();
		expect(waits.at(-1)).toBeLessThanOrEqual(101);
	});

	it('an acceptance of what was sent before does not make the next pause short again', async () => {
		const all = await full(40);
		const { clock, begin, first, second, inFlight, left, one, run } = all;
		run.end();
		await clock.pass(1);
		first.is('accepted');
		begin().send();
		(await one()).is('throttled');
		for (const request of inFlight.slice(2)) request.is('nothing');
		await clock.pass(1000);
		begin().send();
		const [again] = await left();
		second.is('accepted');
		again?.is('throttled');
		expect(await waitOf(all)).toBeGreaterThanOrEqual(100);
	});

	it.each([
		['no more, once something of after its pause was accepted', 1000, 50, 100],
		['as long as ever, while nothing of after its pause was accepted', 999, 1000, 1000],
	])('one that comes late makes wait %s', async (_, after, least, most) => {
		const all = start();
		const { clock, begin, one, openTo, left } = all;
		await openTo(30);
		begin().send();
		const late = await one();
		await clock.pass(after);
		begin().send(29);
		for (const request of await left()) request.is('accepted');
		await clock.pass(1);
		late.is('throttled', { retryAfter: 1000 });
		const wait = await waitOf(all);
		expect(wait).toBeGreaterThanOrEqual(least);
		expect(wait).toBeLessThanOrEqual(most);
	});

	it('those of what was already on its way slow down once', async () => {
		const rates = [];
		for (const refused of [1, 8]) {
			const all = await full(8);
			for (const [index, request] of all.inFlight.entries()) {
				if (index < refused) request.is('throttled', { retryAfter: 1000 });
				else request.is('nothing');
			}
			rates.push(await countOf(all, 3000));
		}
		expect(rates[1]).toBe(rates[0]);
		expect(rates[0]).toBeGreaterThan(10);
	});

	it.each([
		['longer', 5000, 0, 5000],
		['no longer, once it is over', 1000, 1000, 0],
	])('one of what was already on its way makes the pause %s', async (_, asked, passed, wait) => {
		const all = await full(40);
		const { clock, first, second, inFlight, run, left } = all;
		run.end();
		first.is('throttled', { retryAfter: 1000 });
		for (const request of inFlight.slice(2)) request.is('nothing');
		await clock.pass(passed);
		if (passed > 0) {
			all.begin().send();
			(await left())[0]?.is('accepted');
		}
		second.is('throttled', { retryAfter: asked });
		expect(await waitOf(all)).toBe(wait);
	});

	it('what was throttled takes turns with what is fresh, and a run keeps no other back', async () => {
		const all = start();
		const [one, other] = [all.begin({ name: 'a' }), all.begin({ name: 'b' })];
		one.send(1);
		(await all.one()).is('throttled', { retryAfter: 1000 });
		one.send(1, { isThrottled: true });
		one.send(2);
		one.send(1, { isThrottled: true });
		other.send(2);
		const names = [];
		for (let passed = 0; passed < 6; passed += 1) {
			await all.clock.pass(1000);
			for (const request of await all.left()) {
				names.push(request.name);
				request.is('nothing');
			}
		}
		expect(names.filter((name) => name.startsWith('a'))).toEqual(['a.2', 'a.3', 'a.5', 'a.4']);
		expect(names.indexOf('b.1')).toBeLessThan(names.indexOf('a.3') + 2);
	});

	it('one that is always throttled keeps nobody back', async () => {
		const { clock, begin, left } = start();
		const [one, other] = [begin(), begin({ maxRetryWait: 5000 })];
		one.send();
		one.send(20);
		other.send(20);
		let accepted = 0;
		let isFirst = true;
		for (let step = 0; step < 3000; step += 1) {
			for (const sent of await left()) {
				const isBad: boolean = sent.run === one && isFirst;
				isFirst &&= !isBad;
				if (isBad || sent.name === 'bad') {
					sent.is('throttled');
					isFirst = true;
					one.send(1, { isThrottled: true });
				} else {
					accepted += 1;
					sent.is('accepted');
				}
			}
			await clock.pass(100);
		}
		expect(other.stopped).toBeUndefined();
		expect(accepted).toBeGreaterThanOrEqual(20);
	});
});

describe('The runs', () => {
	it('take turns, and each keeps its order', async () => {
		const all = start();
		const [long, short] = [all.begin({ name: 'l' }), all.begin({ name: 's' })];
		long.send(5);
		short.send(2);
		expect(await drain(all)).toEqual(['l.1', 's.1', 'l.2', 's.2', 'l.3', 'l.4', 'l.5']);
	});

	it('one that is at its ceiling lets the others pass', async () => {
		const { begin, openTo, left } = start();
		await openTo(4);
		const busy = begin({ name: 'busy', maxConcurrency: 1 });
		busy.send(1);
		const [first] = await left();
		busy.send(1, { isThrottled: true });
		begin({ name: 'idle' }).send(1);
		expect((await left()).map(({ name }) => name)).toEqual(['idle.1']);
		first?.is('nothing');
		expect((await left()).map(({ name }) => name)).toEqual(['busy.2']);
	});

	it('one that ends lets go what it has waiting, and the others go on', async () => {
		const { gate, begin, one, left } = start();
		const [mine, other] = [begin(), begin({ name: 'other' })];
		mine.send(5);
		other.send(1);
		const first = await one();
		mine.end();
		mine.end();
		const late = { recipients: 1, isThrottled: true };
		expect(await gate.enter(mine, late)).toBeUndefined();
		first.is('nothing');
		expect((await left()).map(({ name }) => name)).toEqual(['other.1']);
	});

	it('with 100,000 requests wait, and end, in time that grows with their number only', async () => {
		const { begin, left } = start();
		const run = begin();
		const before = performance.now();
		run.send(100_000);
		for (let sent = 0; sent < 50_000;) {
			for (const request of await left()) {
				request.is('accepted');
				sent += 1;
			}
		}
		run.end();
		// A second on a slow machine; a queue in quadratic time takes minutes.
		expect(performance.now() - before).toBeLessThan(10_000);
	});

	it('1,000 of them end at once where the service asks them to wait for too long', async () => {
		const { first, begin } = await full(2);
		const others = Array.from({ length: 1000 }, () => begin({ maxRetryWait: 1000 }));
		for (const other of others) other.send();
		first.is('throttled', { retryAfter: 60_000 });
		expect(others.every(({ stopped }) => stopped?.reason.kind === 'waited')).toBe(true);
	});
});

describe('A request on its way for too long', () => {
	/** When each of so many runs sends its one request, in seconds, where nothing is answered. */
	async function silent(runs: number, all = start()) {
		for (let count = 0; count < runs; count += 1) all.begin().send();
		await all.clock.pass(290_000);
		return (await all.left()).map(({ at }) => at / 1000);
	}

	it('gives up its place after 2 s, and after twice that from the third in a row on, 30 s at most', async () => {
		expect(await silent(20)).toEqual([0, 2, 4, 8, 16, 32, 62, 92, 122, 152, 182, 212, 242, 272]);
	});

	it('leaves few in doubt of a service that hangs, with one run a second', async () => {
		const { clock, begin, left, openTo } = start();
		await openTo(2);
		for (let second = 0; second < 290; second += 1) {
			begin().send();
			await clock.pass(1000);
		}
		expect((await left()).length).toBeLessThanOrEqual(20);
	});

	it.each(['accepted', 'answered', 'throttled'] as const)(
		'takes 2 s again once another was %s',
		async (sign) => {
			const all = start();
			const { clock, begin, left } = all;
			for (let count = 0; count < 20; count += 1) begin().send();
			await clock.pass(20_000);
			(await left()).at(-1)?.is(sign);
			await clock.pass(1000);
			const from = (await left()).at(-1)!.at;
			await clock.pass(9000);
			const next = (await left()).map(({ at }) => at - from).filter((after) => after > 0);
			expect(next[0]).toBeLessThanOrEqual(2000);
		},
	);

	it('is none of the others’ business: where these are answered, they go on as many at a time', async () => {
		const all = await full(4);
		const { clock, first, inFlight, left } = all;
		const others = inFlight.slice(1);
		let counts: number[] = [];
		for (let passed = 0; passed < 3000; passed += 100) {
			await clock.pass(100);
			for (const request of others.splice(0)) request.is('answered');
			others.push(...(await left()));
			counts.push(others.length);
		}
		expect(first.at).toBe(inFlight[0]?.at);
		counts = [...new Set(counts)];
		expect(counts).toEqual([3, 4]);
	});

	it('keeps its place while nobody waits for it', async () => {
		const { clock, begin, openTo, left } = start();
		await openTo(4);
		begin().send(4);
		await left();
		await clock.pass(10_000);
		begin().send(4);
		// Nothing was answered since they left: the next ones go one at a time.
		expect(await left()).toHaveLength(1);
	});

	it('opens the window no further by an answer that comes after it has given up its place', async () => {
		const { clock, begin, one, left } = start();
		begin().send();
		const late = await one();
		begin().send(10);
		await clock.pass(2000);
		await one();
		late.is('accepted');
		expect(await left()).toHaveLength(0);
	});
});

describe('The wait to leave', () => {
	/** Each brings a gate into a state in which a run with a Max Retry Wait of 1 s waits. */
	const waits: Array<[string, (all: All) => Promise<void>, object, number]> = [
		[
			'the service is away',
			async ({ goAway }) => await goAway('ECONNRESET'),
			{ outage: 'ECONNRESET', isUnanswered: false },
			1000,
		],
		[
			'the service is away, whatever it has asked for before',
			async ({ begin, left, openTo }) => {
				await openTo(4);
				begin().send(4);
				const [first, ...others] = await left();
				first?.is('throttled', { retryAfter: 5000 });
				for (const request of others) request.is('outage');
			},
			{ outage: '503', isUnanswered: false },
			1000,
		],
		[
			'the service throttles and does not say for how long',
			async ({ clock, begin, left }) => {
				const other = begin();
				for (let count = 0; count < 6; count += 1) {
					other.send();
					await clock.pass(5000);
					(await left())[0]?.is('throttled');
				}
			},
			{ isUnanswered: false },
			1000,
		],
		[
			'the service asks to wait for longer than that',
			async ({ begin, one }) => {
				begin().send();
				(await one()).is('throttled', { retryAfter: 5000 });
			},
			{ retryAfter: 5000, isUnanswered: false },
			0,
		],
	];

	it.each([
		['2 s, for which nobody counts as unanswered', 1000, 2000],
		['Max Retry Wait, where that is longer', 3500, 3500],
	])('ends where requests of others are not answered for %s', async (_, maxRetryWait, end) => {
		const { clock, begin, left } = start();
		begin().send();
		await left();
		// This one gets the place that the first gives up after 2 s.
		begin().send();
		const run = begin({ maxRetryWait });
		run.send(3);
		await clock.pass(5000);
		expect(run.stopped).toEqual({
			at: end,
			reason: { kind: 'waited', milliseconds: end, isUnanswered: true },
		});
	});

	it.each(waits)('ends after Max Retry Wait where %s', async (_, prepare, reason, after) => {
		const all = start();
		await prepare(all);
		const from = all.clock.now();
		const run = all.begin({ maxRetryWait: 1000 });
		run.send(2);
		await all.clock.pass(1500);
		expect(run.stopped).toEqual({
			at: from + after,
			reason: {
				kind: 'waited',
				milliseconds: after,
				retryAfter: undefined,
				outage: undefined,
				...reason,
			},
		});
		expect(await all.left()).toEqual([]);
	});

	it.each(waits)('is none where Max Retry Wait is 0 and %s', async (_, prepare) => {
		const all = start();
		await prepare(all);
		const run = all.begin({ maxRetryWait: 0 });
		run.send();
		expect(run.stopped).toMatchObject({ at: all.clock.now(), reason: { kind: 'waited' } });
		expect(all.probes).toEqual([]);
	});

	it('counts from the moment that a request waits, not from the start of its run', async () => {
		const { clock, begin, goAway } = start();
		await goAway();
		const run = begin({ maxRetryWait: 1000 });
		await clock.pass(5000);
		const from = clock.now();
		run.send();
		await clock.pass(500);
		run.send();
		await clock.pass(5000);
		expect(run.stopped?.at).toBe(from + 1000);
	});

	it.each([
		['accepted', undefined],
		['answered', 1000],
	] as const)('of 1 s, 0.9 s of it over, where something is %s', async (sign, end) => {
		const { clock, begin, one, openTo, goAway } = start();
		await openTo(4);
		begin().send();
		const late = await one();
		await goAway();
		const from = clock.now();
		const run = begin({ maxRetryWait: 1000 });
		run.send();
		await clock.pass(900);
		late.is(sign);
		await clock.pass(999);
		expect(run.stopped && run.stopped.at - from).toBe(end);
		await clock.pass(1);
		expect(run.stopped && run.stopped.at - from).toBe(end ?? 1900);
	});

	it.each([
		['an own request that is on its way', { maxConcurrency: 10 }],
		['Max Concurrency', { maxConcurrency: 1 }],
	])('does not count %s', async (_, options) => {
		const { clock, begin, one } = start();
		const run = begin({ maxRetryWait: 500, ...options });
		run.send(2);
		await one();
		await clock.pass(1900);
		expect(run.stopped).toBeUndefined();
	});

	it('adds up what a run waits until something is accepted', async () => {
		const { clock, begin, one, left } = start();
		const [run, other] = [begin({ maxRetryWait: 2500 }), begin()];
		for (let turn = 0; turn < 3; turn += 1) {
			other.send();
			const blocking = await one();
			run.send();
			await clock.pass(800);
			blocking.is('answered');
			(await left())[0]?.is('answered');
			await clock.pass(5000);
		}
		other.send();
		await one();
		const from = clock.now();
		run.send();
		await clock.pass(1000);
		expect(run.stopped && run.stopped.at - from).toBe(100);
	});

	it('leaves no timer behind when the last run has left', async () => {
		const { clock, begin, left, gate } = start();
		const sleep = jest.spyOn(clock, 'sleep');
		begin().send();
		await left();
		const runs = Array.from({ length: 10 }, () => begin({ maxRetryWait: 3000 }));
		for (const run of runs) run.send(2);
		await clock.pass(60_000);
		expect(runs.map(({ stopped }) => stopped?.reason.kind)).toContain('waited');
		for (const run of runs) gate.leave(run);
		const open = sleep.mock.calls.filter(([, signal]) => signal?.aborted === false);
		expect(open.filter(([wait]) => wait > 60_000)).toEqual([]);
	});

	it('of 2,000 runs ends in a moment', async () => {
		const { clock, begin, left } = start();
		begin().send();
		await left();
		const runs = Array.from({ length: 2000 }, () => begin({ maxRetryWait: 2500 }));
		for (const run of runs) run.send();
		const from = performance.now();
		await clock.pass(3000);
		expect(runs.filter(({ stopped }) => stopped)).not.toEqual([]);
		expect(performance.now() - from).toBeLessThan(1500);
	});

	it('says how long a run has waited for a service that was away', async () => {
		const { clock, service, begin, goAway, left } = start();
		await goAway();
		const from = clock.now();
		const run = begin();
		run.send();
		service.isBack = true;
		await clock.pass(1000);
		const [sent] = await left();
		expect(run.history.outageMs).toBe(sent!.at - from);
	});
});

describe('When the service blocks the key', () => {
	/** Two runs with requests on their way and waiting, and one with nothing. */
	async function blocked() {
		const all = start();
		await all.openTo(4);
		const [mine, other, idle] = [all.begin(), all.begin(), all.begin()];
		mine.send(7);
		other.send(2);
		const inFlight = await all.left();
		await all.clock.pass(1);
		inFlight[0]?.is('blocked');
		return { ...all, mine, other, idle, inFlight };
	}

	it('all runs that are going on stop at once, and the log says so once', async () => {
		const { inFlight, mine, other, idle, left, log } = await blocked();
		for (const { stopped } of [mine, other, idle])
			expect(stopped?.reason).toEqual({ kind: 'blocked' });
		inFlight[1]?.is('blocked');
		expect(await left()).toEqual([]);
		expect(log).toEqual([expect.stringMatching(/temporarily blocked the API key/)]);
	});

	it.each(['accepted', 'blocked', 'nothing'] as const)(
		'a later run sends one request, and goes on when that is answered; what is %s late counts for nothing',
		async (sign) => {
			const { inFlight, begin, one, left } = await blocked();
			const later = begin();
			later.send(10);
			const probe = await one();
			for (const request of inFlight.slice(1)) request.is(sign);
			expect(await left()).toEqual([]);
			expect(later.stopped).toBeUndefined();
			probe.is('accepted');
			expect(await left()).toHaveLength(2);
		},
	);

	it('a later run that is blocked too stops as well', async () => {
		const { begin, one, log } = await blocked();
		const later = begin();
		later.send(3);
		(await one()).is('blocked');
		expect(later.stopped?.reason).toEqual({ kind: 'blocked' });
		expect(log).toHaveLength(2);
	});
});
