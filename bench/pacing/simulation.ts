import type { AdmissionRequest, Permit } from '../../nodes/Messenger/request/pacing/Pacer';
import type { Clock } from '../../nodes/Messenger/request/pacing/Clock';
import { TokenBucket } from './TokenBucket';
import { VirtualClock } from './VirtualClock';

export interface Admission {
	admit(request: AdmissionRequest): Promise<Permit>;
}

export interface Scenario {
	make(clock: Clock): Admission;
	controllers: number;
	events: number;
	limit: number;
	burst: number;
	latency: number;
	retryAfter?: number;
	maxConcurrency: number;
	seed: number;
	/** Milliseconds */
	startEvery?: number;
	limitAt?: Array<[number, number]>;
	log?: (line: string) => void;
}

export interface Result {
	seconds: number;
	delivered: number;
	refused: number;
	goodput: number;
	ideal: number;
	fairness: number;
	counts: number[];
	timeline: number[];
}

export async function simulate(scenario: Scenario): Promise<Result> {
	const clock = new VirtualClock(scenario.seed);
	const bucket = new TokenBucket(scenario.limit, scenario.burst);
	const jitter = () => scenario.latency * (0.4 + 0.2 * clock.random());
	let refused = 0;
	let finishedAt = 0;
	let firstDone: number[] | undefined;
	const counts = new Array<number>(scenario.controllers).fill(0);
	const timeline: number[] = [];
	for (const [at, limit] of scenario.limitAt ?? [])
		clock.after(at, () => bucket.change(clock.now(), limit));

	const send = async (index: number, admission: Admission, run: object, refusedBefore: boolean) => {
		const permit = await admission.admit({
			run,
			maxConcurrency: scenario.maxConcurrency,
			refusedBefore,
		});
		clock.after(jitter(), () => {
			const accepted = bucket.take(clock.now());
			if (accepted) {
				const s = Math.floor(clock.now() / 1000);
				timeline[s] = (timeline[s] ?? 0) + 1;
			}
			clock.after(jitter(), () => {
				if (accepted) {
					counts[index]! += 1;
					finishedAt = clock.now();
					if (counts[index] === scenario.events) firstDone ??= [...counts];
					permit.answered();
				} else {
					refused += 1;
					permit.refused(scenario.retryAfter);
					void send(index, admission, run, true);
				}
			});
		});
	};
	for (let index = 0; index < scenario.controllers; index += 1) {
		clock.after(index * (scenario.startEvery ?? 0), () => {
			const admission = scenario.make(clock);
			const run = {};
			for (let event = 0; event < scenario.events; event += 1)
				void send(index, admission, run, false);
		});
	}
	await clock.run();
	const delivered = counts.reduce((a, b) => a + b, 0);
	const total = scenario.events * scenario.controllers;
	const seconds = finishedAt / 1000;
	const ideal = Math.max(0, total - scenario.burst) / scenario.limit;
	const shares = firstDone ?? counts;
	const sum = shares.reduce((a, b) => a + b, 0);
	const fairness = sum ** 2 / (shares.length * shares.reduce((a, b) => a + b * b, 0));
	return { seconds, delivered, refused, goodput: 0, ideal, fairness, counts: shares, timeline };
}
