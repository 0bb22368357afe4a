import type { Profiler } from 'node:inspector';
import { dirname, join } from 'node:path';

/** Milliseconds of self time by what the time was spent in, most first. */
export type SelfTime = Map<string, number>;

const root = join(dirname(__dirname), '..');

/** V8's names for time that belongs to no function. Idle time is no work, and is left out. */
const engineParts: Record<string, string> = {
	'(garbage collector)': 'garbage collection',
	'(program)': 'native code',
	'(root)': 'native code',
};

/**
 * Adds up a profile's samples.
 *
 * @param group what the time of a call is counted for; undefined leaves it out
 */
export function selfTime(
	{ nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
	group: (frame: Profiler.ProfileNode['callFrame']) => string | undefined,
): SelfTime {
	const groups = new Map(nodes.map(({ id, callFrame }) => [id, group(callFrame)]));
	const sums: SelfTime = new Map();
	samples.forEach((id, index) => {
		const name = groups.get(id);
		if (name === undefined) return;
		// A sample stands for the time until the next one.
		sums.set(name, (sums.get(name) ?? 0) + (timeDeltas[index + 1] ?? 0) / 1000);
	});
	return new Map([...sums].sort(([, left], [, right]) => right - left));
}

/** The package that a function is from; of this one, whether it is published or runs the benchmark. */
export function packageOf({ functionName, url }: Profiler.ProfileNode['callFrame']) {
	if (functionName === '(idle)') return undefined;
	if (engineParts[functionName]) return engineParts[functionName];
	if (url.startsWith('node:')) return 'Node.js';
	if (url === '') return 'native code';
	const path = url.replace(/^file:\/\//, '');
	const installed = path.split('/node_modules/').at(-1);
	if (installed !== undefined && installed !== path) {
		return installed
			.split('/')
			.slice(0, installed.startsWith('@') ? 2 : 1)
			.join('/');
	}
	return path.startsWith(join(root, 'dist')) ? 'this package' : 'the benchmark';
}
