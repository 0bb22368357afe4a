import type { Sandbox } from '../../sandbox';
import { progress } from '../sections/Section';
import { arrivals, type Arrivals } from './arrivals';
import { candidates, type CandidateName } from './candidates';
import { longestSilence, type HealthWatch } from './HealthWatch';
import type { N8n } from './N8n';
import type { Measurement } from './nodes/stopwatch';

/** One run of a candidate. */
export interface Sample extends Measurement {
	/** The longest time in which n8n answered nothing while the node ran, in milliseconds. */
	silence: number;
	/** By how much the poller itself was late at most, in milliseconds. */
	pollerLate: number;
	arrivals: Arrivals;
}

/**
 * Runs candidates in turn, in each round in another order.
 * @param processes the n8n that each candidate is run by
 * @param warmUps rounds before those that count
 * @throws Error where a workflow fails
 */
export async function compare(
	processes: Map<CandidateName, N8n>,
	{ items, warmUps, rounds }: { items: number; warmUps: number; rounds: number },
	sandbox: Sandbox,
	health: HealthWatch,
): Promise<Map<CandidateName, Sample[]>> {
	const names = [...processes.keys()];
	const samples = new Map<CandidateName, Sample[]>(names.map((name) => [name, []]));
	for (let round = -warmUps; round < rounds; round += 1) {
		for (const name of round % 2 === 0 ? names : names.toReversed()) {
			const which = round < 0 ? 'warm-up' : `round ${round + 1} of ${rounds}`;
			progress(`${candidates[name].title}, ${items} items, ${which}`);
			const sample = await runOnce(processes.get(name)!, name, items, sandbox, health);
			if (round >= 0) samples.get(name)!.push(sample);
		}
	}
	return samples;
}

async function runOnce(
	n8n: N8n,
	candidate: CandidateName,
	items: number,
	sandbox: Sandbox,
	health: HealthWatch,
): Promise<Sample> {
	await sandbox.reset();
	health.watch(n8n.url);
	const measurement = await n8n.run(candidate, items);
	const { answeredAt, late } = await health.polls();
	return {
		...measurement,
		silence: longestSilence(answeredAt, measurement.startedAt, measurement.endedAt),
		pollerLate: late,
		arrivals: arrivals(await sandbox.requests(), items),
	};
}
