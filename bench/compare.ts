import { spawnSandbox, type Sandbox, type SandboxOptions } from '../sandbox';
import { arrivals, type Arrivals } from './arrivals';
import { candidates, type CandidateName } from './candidates';
import { longestSilence, type HealthWatch } from './HealthWatch';
import type { N8n } from './N8n';
import type { Measurement } from './nodes/stopwatch';
import { progress } from './tables';

/** One run of a candidate. */
export interface Sample extends Measurement {
	/** The longest time in which n8n answered nothing while the node ran, in milliseconds. */
	silence: number;
	/** By how much the poller itself was late at most, in milliseconds. */
	pollerLate: number;
	arrivals: Arrivals;
}

/** The candidates of a comparison, and their work. */
export interface Contest {
	/** The node under test. */
	node: CandidateName;
	/** The other candidates. */
	besides: CandidateName[];
	items: number;
	/** The service's options, unless it is the shared one. Then each run has a new one. */
	service?: SandboxOptions & { rate: number; burst: number };
}

/** The surroundings of a comparison. */
export interface Surroundings {
	/** The n8n of the node under test, and the one of the other candidates. */
	own: N8n;
	beside: N8n;
	/** The service, unless the comparison has its own. */
	sandbox: Sandbox;
	health: HealthWatch;
}

/**
 * Runs the candidates in turn, in each round in another order.
 * @throws Error if a workflow fails
 */
export async function compare(
	contest: Contest,
	rounds: number,
	surroundings: Surroundings,
): Promise<Map<CandidateName, Sample[]>> {
	const { node, besides, items } = contest;
	const names = [node, ...besides];
	const samples = new Map<CandidateName, Sample[]>(names.map((name) => [name, []]));
	for (let round = -1; round < rounds; round += 1) {
		for (const name of round % 2 === 0 ? names : names.toReversed()) {
			const which = round < 0 ? 'warm-up' : `round ${round + 1} of ${rounds}`;
			progress(`${candidates[name].title}, ${items} items, ${which}`);
			const sample = await runOnce(contest, name, surroundings);
			if (round >= 0) samples.get(name)!.push(sample);
		}
	}
	return samples;
}

async function runOnce(
	{ node, items, service }: Contest,
	name: CandidateName,
	{ own, beside, sandbox: shared, health }: Surroundings,
): Promise<Sample> {
	const n8n = name === node ? own : beside;
	// A separate limit has a separate address: nothing has learned it before.
	const sandbox = service ? await spawnSandbox(service) : shared;
	try {
		await n8n.webhookOf(name, sandbox);
		await sandbox.reset();
		health.watch(n8n.url);
		const measurement = await n8n.run(name, items, sandbox);
		const { answeredAt, late } = await health.polls();
		return {
			...measurement,
			silence: longestSilence(answeredAt, measurement.startedAt, measurement.endedAt),
			pollerLate: late,
			arrivals: arrivals(await sandbox.requests(), items),
		};
	} finally {
		if (service) await sandbox.close();
	}
}
