import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

import { spawnSandbox, type Sandbox } from '../sandbox';
import { Cluster, queueMode } from '../test/real/cluster/Cluster';
import { arrivals, type Arrivals } from './arrivals';
import { candidates, type CandidateName } from './candidates';
import { N8n, nodesOf } from './N8n';
import { figure, seconds, secondsWithRange, times } from './figures';
import { progress, type Section } from './section';

/** What is measured with each number of workers. */
export interface QueueComparison {
	/** By which it is chosen on the command line. */
	name: string;
	title: string;
	/** The first is the node under test. */
	candidates: CandidateName[];
	workers: number[];
	/** That many calls of the webhook at once, each with so many items. */
	calls: number;
	items: number;
	service: { rate?: number; burst?: number };
}

/** The comparisons in queue mode; the quick one shows that all works. */
export function queueComparisons(isQuick: boolean): QueueComparison[] {
	const size = isQuick
		? { calls: 4, items: 25, workers: [1, 2] }
		: { calls: 40, items: 50, workers: [1, 2, 4] };
	const events = `${(size.calls * size.items).toLocaleString('en')} events in ${size.calls} executions`;
	return [
		{
			...size,
			name: 'queue-limit',
			title: `${events}, queue mode, 100 a second after a burst of 50`,
			candidates: ['eventSendMix', 'httpRequestRetry'],
			service: { rate: 100, burst: 50 },
		},
	];
}

/** One run of a candidate. */
interface QueueSample extends Arrivals {
	/** Calls of the webhook that n8n answered with an error. */
	failed: number;
}

/**
 * Runs the candidates in turn in a cluster of PostgreSQL, Redis, main and workers. Each run has a
 * service of its own, of which no process knows anything yet.
 */
export async function compareInQueueMode(
	chosen: QueueComparison[],
	rounds: number,
	tarball: string,
): Promise<Section[]> {
	const folder = mkdtempSync(join(tmpdir(), 'messenger-bench-'));
	const environment = { ...queueMode.environment, ...nodesOf(folder) };
	progress('starts PostgreSQL and Redis');
	const cluster = await Cluster.prepare(tarball);
	try {
		const samples = new Map<string, QueueSample[]>();
		for (const workers of new Set(chosen.flatMap((each) => each.workers))) {
			progress(`starts n8n with ${workers} workers`);
			await cluster.run({ workers, environment });
			const n8n = new N8n(cluster.url, cluster.session);
			for (const comparison of chosen) {
				// The one before those that count warms up.
				for (let round = -1; round < rounds; round += 1) {
					for (const name of comparison.candidates) {
						progress(
							`${comparison.name}, ${candidates[name].title}, round ${round + 1} of ${rounds}`,
						);
						const sample = await runOnce(comparison, name, n8n);
						const key = keyOf(comparison, workers, name);
						if (round >= 0) samples.set(key, [...(samples.get(key) ?? []), sample]);
					}
				}
			}
		}
		return chosen.map((comparison) => section(comparison, samples));
	} finally {
		await cluster.stop();
		rmSync(folder, { recursive: true, force: true });
	}
}

const keyOf = ({ name }: QueueComparison, workers: number, candidate: CandidateName) =>
	[name, workers, candidate].join(' ');

async function runOnce(
	{ calls, items, service }: QueueComparison,
	name: CandidateName,
	n8n: N8n,
): Promise<QueueSample> {
	const sandbox: Sandbox = await spawnSandbox(service);
	try {
		await n8n.webhookOf(name, sandbox);
		const runs = await Promise.allSettled(
			Array.from({ length: calls }, (_, call) => n8n.run(name, items, sandbox, call * items)),
		);
		const failed = runs.filter(({ status }) => status === 'rejected').length;
		return { ...arrivals(await sandbox.requests(), calls * items), failed };
	} finally {
		await sandbox.close();
	}
}

function section(comparison: QueueComparison, samples: Map<string, QueueSample[]>): Section {
	const { name, title, calls, items, service } = comparison;
	const ideal = service.rate && ((calls * items - (service.burst ?? 0)) / service.rate) * 1000;
	const data = comparison.workers.flatMap((workers) =>
		comparison.candidates.map((candidate) => {
			const runs = samples.get(keyOf(comparison, workers, candidate))!;
			const aRound = (value: (sample: QueueSample) => number) =>
				Math.ceil(runs.reduce((total, sample) => total + value(sample), 0) / runs.length);
			return {
				workers,
				candidate: candidates[candidate].title,
				isOwn: candidate === comparison.candidates[0],
				sending: figure(runs.map(({ firstAt = NaN, lastAt = NaN }) => lastAt - firstAt)),
				failed: aRound(({ failed }) => failed),
				lost: aRound(({ lost }) => lost),
				twice: aRound(({ twice }) => twice),
				refused: aRound(({ refused }) => refused),
			};
		}),
	);
	return {
		name,
		title,
		method:
			'From the first request to the last: the median, with the range of the rounds. The rest: the mean of a round, rounded up.' +
			(ideal === undefined ? '' : ` The limit allows it in ${seconds(ideal)}.`),
		rows: data.map(({ workers, candidate, sending, failed, lost, twice, refused }) => ({
			workers: String(workers),
			candidate,
			time: secondsWithRange(sending),
			...(ideal !== undefined && { 'of the ideal time': times(sending.median / ideal) }),
			'failed executions': String(failed),
			'lost, twice, refused': [lost, twice, refused].join(', '),
		})),
		bars: data
			.filter(({ isOwn }) => isOwn)
			.map(({ workers, lost, twice }) => ({
				claim: `${title}, ${workers} workers: lost or sent twice`,
				value: lost + twice,
				limit: 0,
			})),
	};
}
