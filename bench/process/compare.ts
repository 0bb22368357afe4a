import { spawnSandbox, type SandboxOptions } from '../../sandbox';
import { candidates, type CandidateName } from '../candidates';
import { progress } from '../sections/Section';
import { OwnProcess } from './OwnProcess';
import type { Measurement } from './run';
import { tally, type Tally } from './tally';

export interface Sample extends Measurement {
	/** What the sandbox says of it. */
	tally: Tally;
}

export interface Comparison<Name extends CandidateName> {
	candidates: Name[];
	items: number;
	/** How the service behaves. */
	sandbox?: SandboxOptions;
	/** Runs before those that count, in which V8 gets to know the code. */
	warmUps: number;
	rounds: number;
}

/**
 * Runs candidates in turn against one sandbox in a process of its own, each in a process of its
 * own, and in each round in another order.
 */
export async function compare<Name extends CandidateName>({
	candidates: names,
	items,
	sandbox: options,
	warmUps,
	rounds,
}: Comparison<Name>): Promise<Record<Name, Sample[]>> {
	const sandbox = await spawnSandbox(options);
	const service = { url: sandbox.url, apiKey: sandbox.apiKey };
	const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<
		Name,
		Sample[]
	>;
	const processes = new Map<Name, OwnProcess>();
	try {
		for (const name of names) processes.set(name, await OwnProcess.start());
		for (let round = -warmUps; round < rounds; round += 1) {
			for (const name of rotated(names, round + warmUps)) {
				progress(
					`${candidates[name].title}, ${items} items, ${round < 0 ? 'warm-up' : `round ${round + 1} of ${rounds}`}`,
				);
				await sandbox.reset();
				const measurement = await processes.get(name)!.run({ candidate: name, items, service });
				const sample = { ...measurement, tally: tally(await sandbox.requests()) };
				if (round >= 0) samples[name].push(sample);
			}
		}
		return samples;
	} finally {
		for (const process of processes.values()) await process.close();
		await sandbox.close();
	}
}

function rotated<T>(list: T[], by: number): T[] {
	const first = by % list.length;
	return [...list.slice(first), ...list.slice(0, first)];
}
