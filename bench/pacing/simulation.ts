import type { Clock } from '../../nodes/Messenger/request/pacing/Clock';
import type { AdmissionRequest, Permit } from '../../nodes/Messenger/request/pacing/Pacer';
import { TokenBucket } from './TokenBucket';
import { VirtualClock } from './VirtualClock';

/** What the simulation needs of a pacer; the candidates have it too. */
export interface Admission {
	admit(request: AdmissionRequest): Promise<Permit>;
}

export type MakePacer = (clock: Clock) => Admission;

export interface Scenario {
	/** n8n workers that share the service's limit and do not know of each other. */
	controllers: number;
	/** Requests that each of them has, all from the beginning. */
	events: number;
	/** Requests that the service accepts in a second, after the burst. */
	limit: number;
	burst: number;
	/** Milliseconds there and back, each way a fifth more or less. */
	latency: number;
	/** Milliseconds that a refusal asks to wait; without it, refusals do not say. */
	retryAfter?: number;
	maxConcurrency: number;
	/** Milliseconds between the starts of two workers. */
	startEvery?: number;
	limitChanges?: Array<{ at: number; limit: number }>;
	seed: number;
}

export interface Result {
	/** From the first request to the last answer. */
	seconds: number;
	delivered: number;
	refused: number;
	/** Requests accepted a second, the burst left out, as a part of the limit. */
	goodput: number;
	/** Jain's index of what each worker has delivered when the first of them is done: 1 is equal. */
	fairness: number;
	/** Requests accepted in each second. */
	rate: number[];
}

/**
 * Runs pacers against a token bucket, by a virtual clock: nothing waits, and the same scenario
 * gives the same result.
 *
 * @param service a patient one lets requests wait for a token rather than refusing them, so that
 *   the result is the best that any pacer with the same window could reach
 */
export async function simulate(
	scenario: Scenario,
	makePacer: MakePacer,
	service = { isPatient: false },
): Promise<Result> {
	const clock = new VirtualClock(scenario.seed);
	const bucket = new TokenBucket(scenario.limit, scenario.burst);
	const delivered = new Array<number>(scenario.controllers).fill(0);
	const rate: number[] = [];
	let deliveredFirst: number[] | undefined;
	let finishedAt = 0;
	let refused = 0;

	for (const { at, limit } of scenario.limitChanges ?? []) {
		clock.after(at, () => bucket.change(clock.now(), limit));
	}

	/** Gives what the service does with a request: when, and whether it accepts. */
	const serve = (): { wait: number; isAccepted: boolean } =>
		service.isPatient
			? { wait: bucket.reserve(clock.now()), isAccepted: true }
			: { wait: 0, isAccepted: bucket.take(clock.now()) };

	const oneWay = () => (scenario.latency / 2) * (0.8 + 0.4 * clock.random());

	const send = async (
		controller: number,
		pacer: Admission,
		run: object,
		throttledBefore: boolean,
	) => {
		const { maxConcurrency } = scenario;
		const permit = await pacer.admit({ run, maxConcurrency, throttledBefore });
		clock.after(oneWay(), () => {
			const { wait, isAccepted } = serve();
			clock.after(wait + oneWay(), () => {
				if (!isAccepted) {
					refused += 1;
					permit.throttled(scenario.retryAfter);
					void send(controller, pacer, run, true);
					return;
				}
				const second = Math.floor(clock.now() / 1000);
				while (rate.length <= second) rate.push(0);
				rate[second]! += 1;
				delivered[controller]! += 1;
				finishedAt = clock.now();
				if (delivered[controller] === scenario.events) deliveredFirst ??= [...delivered];
				permit.accepted();
			});
		});
	};

	for (let controller = 0; controller < scenario.controllers; controller += 1) {
		clock.after(controller * (scenario.startEvery ?? 0), () => {
			const pacer = makePacer(clock);
			const run = {};
			for (let event = 0; event < scenario.events; event += 1) {
				void send(controller, pacer, run, false);
			}
		});
	}
	await clock.pass();

	const seconds = finishedAt / 1000;
	const total = sum(delivered);
	return {
		seconds,
		delivered: total,
		refused,
		goodput: (total - scenario.burst) / seconds / scenario.limit,
		fairness: jain(deliveredFirst ?? delivered),
		rate,
	};
}

function sum(numbers: number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}

/** Jain's fairness index: 1 where all have the same, 1/n where one of n has everything. */
function jain(shares: number[]): number {
	return sum(shares) ** 2 / (shares.length * sum(shares.map((share) => share ** 2)));
}
