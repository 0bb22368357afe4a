import { VirtualClock } from './VirtualClock';

/** A run, as the steps of a scenario have it act. */
export interface ActingRun {
	/** One more request wants to leave. @param impact the number of people that it reaches */
	send(request: string, impact: number): void;
	end(): void;
}

/** What a request meets: a status or a network's code; `unanswered` is a failure without one. */
export type Answer = number | string;

/** Steps by pattern; capture groups go to the action, those of digits as numbers. */
type Steps = Array<[step: RegExp, act: (...parts: never[]) => unknown]>;

/**
 * A test as text, for what depends on time: steps, several in a line by `; `, and behind an arrow what comes of the line.
 *
 *     a sends 3 → a1
 *     a1: 429 2000; wait 2000 → a2 after 2000
 *
 * The run `a` has the requests `a1`, `a2` and `a3`, of which one leaves. The service answers it with a 429 and asks to wait
 * 2000 ms. When these have passed, the next one leaves. `steps` has all that can be said. Time is virtual.
 */
export abstract class Scenario {
	readonly clock = new VirtualClock();
	/** What answers the requests that have left, by name. */
	protected readonly onTheirWay = new Map<string, (answer: Answer, retryAfter?: number) => void>();
	/** What probes of the service meet, and after how many milliseconds. */
	protected readonly probes = { meet: 'ECONNREFUSED' as Answer, take: 0 };

	private readonly runs = new Map<string, ActingRun>();
	/** How many requests each run has had. */
	private readonly requests = new Map<string, number>();
	/** What has come of the line so far. */
	effects: string[] = [];
	private since = 0;

	/** @param maxRetryWait milliseconds that it waits @param kind of run, where there are several */
	protected abstract begin(run: string, maxRetryWait?: number, kind?: string): ActingRun;

	private readonly steps: Steps = [
		[/^window of (\d+)$/, async (size) => await this.openWindow(size)],
		[/^the service goes away$/, async () => await this.before('x gets 503 3 times; x ends')],
		[
			/^the network goes away$/,
			async () => await this.before('x gets ECONNREFUSED 3 times; x ends'),
		],
		[/^probes meet (\w+)$/, (answer) => (this.probes.meet = answer)],
		[/^probes take (\d+)$/, (milliseconds) => (this.probes.take = milliseconds)],
		[
			/^(\w+) begins(?:: (\w+))?(?: \(maxRetryWait (\d+)\))?$/,
			(run, kind, wait) => this.runs.set(run, this.begin(run, wait, kind)),
		],
		[/^(\w+) sends (\d+)(?: to (\d+))?$/, (...given: [never, never]) => this.send(...given)],
		[
			/^(\w+) gets (\w+) (\d+) times?(?: and (\w+) 200)?$/,
			async (...given: [never, never, never]) => await this.getInTurn(...given),
		],
		[/^(\w+) ends$/, (run) => this.run(run).end()],
		[/^all: (\w+)(?: (\d+))?$/, (...answer: [never]) => this.answerAll(...answer)],
		[
			/^(.+): (\w+)(?: (\d+))?$/,
			(requests: string, ...answer: [never]) => {
				for (const request of requests.split(' ')) this.answer(request, ...answer);
			},
		],
		[/^wait (\d+)$/, async (milliseconds) => await this.clock.pass(milliseconds)],
	];

	/** @param more steps that only these scenarios have */
	constructor(private readonly more: Steps = []) {}

	/** A run; it begins, unless it has begun. */
	protected run(name: string): ActingRun {
		const run = this.runs.get(name) ?? this.begin(name);
		this.runs.set(name, run);
		return run;
	}

	/** So many more requests of a run want to leave. */
	send(run: string, count = 1, impact = 1): void {
		const sent = this.requests.get(run) ?? 0;
		this.requests.set(run, sent + count);
		for (let one = 1; one <= count; one += 1) this.run(run).send(`${run}${sent + one}`, impact);
	}

	/** @param retryAfter milliseconds for which the service asks to wait */
	answer(request: string, answer: Answer, retryAfter?: number): void {
		const respond = this.onTheirWay.get(request);
		this.onTheirWay.delete(request);
		respond?.(answer, retryAfter);
	}

	/** The last request of a run meets this. */
	protected answerLast(run: string, answer: Answer): void {
		this.answer(`${run}${this.requests.get(run)}`, answer);
	}

	answerAll(answer: Answer, retryAfter?: number) {
		for (const request of [...this.onTheirWay.keys()]) this.answer(request, answer, retryAfter);
	}

	/** Requests of a run, one after the other, and one of another run behind each. */
	private async getInTurn(run: string, answer: Answer, count: number, other?: string) {
		for (let one = 0; one < count; one += 1) {
			for (const each of other ? [run, other] : [run]) {
				this.send(each);
				await this.clock.pass(0);
				this.answerLast(each, each === run ? answer : 200);
				await this.clock.pass(0);
			}
		}
		this.keep(/stops|log/);
	}

	/** By another run slow start opens the window to so many requests, a power of two. */
	private async openWindow(size: number) {
		const rounds = 'wait 50; all: 200; '.repeat(Math.log2(size));
		const last = 'wait 50; all: 422; wait 1; opening ends';
		await this.before(`opening sends ${2 * size - 1}; ${rounds}${last}`);
	}

	/** Does what was before a scenario, of which nothing is noted. */
	private async before(steps: string) {
		for (const step of steps.split('; ')) await this.act(step);
		this.keep();
	}

	/** Something has come of the step. */
	note(effect: string): void {
		const after = this.clock.now() - this.since;
		this.effects.push(after > 0 ? `${effect} after ${after}` : effect);
	}

	/** Leaves out what has come of the step, but for these. */
	protected keep(effects = /^$/): void {
		this.effects = this.effects.filter((effect) => effects.test(effect));
	}

	/** Expects of each line what stands behind its arrow. */
	async play(scenario: string): Promise<void> {
		const lines = scenario.trim().split(/\n\s*/);
		const played = [];
		for (const line of lines) {
			this.effects = [];
			const said = line.replace(/ →.*/, '');
			for (const step of said.split('; ')) await this.act(step);
			played.push([said, this.effects.join(', ')].filter((text) => text).join(' → '));
		}
		expect(played).toEqual(lines);
	}

	private async act(step: string) {
		this.since = this.clock.now();
		const steps = [...this.more, ...this.steps];
		const [pattern, act] = steps.find(([words]) => words.test(step)) ?? [];
		if (!act) throw new Error(`No such step: ${step}`);
		const parts = pattern!.exec(step)!.slice(1);
		await act(...(parts.map((part) => (/^\d+$/.test(part) ? Number(part) : part)) as never[]));
		await this.clock.pass(0);
	}
}

/** A test for each scenario of each group, by their titles. */
export function describeScenarios(
	groups: Record<string, Record<string, string>>,
	begin: () => Scenario,
): void {
	describe.each(Object.entries(groups))('%s', (_, scenarios) => {
		it.each(Object.entries(scenarios))('%s', async (_title, text) => await begin().play(text));
	});
}
