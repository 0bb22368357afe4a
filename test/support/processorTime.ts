import { readFileSync } from 'node:fs';

/**
 * Milliseconds of the processor that this thread has taken: a busy machine, and threads that collect garbage meanwhile,
 * add nothing. Only Linux tells; elsewhere it is the time of the whole process.
 */
function processorTime(): number {
	try {
		return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
	} catch {
		const { user, system } = process.cpuUsage();
		return (user + system) / 1000;
	}
}

/** The longest time for which this process did nothing but work, in milliseconds of the processor. */
export async function longestWork(act: () => Promise<unknown>): Promise<number> {
	let longest = 0;
	let time = processorTime();
	const look = () => {
		longest = Math.max(longest, processorTime() - time);
		time = processorTime();
	};
	let looking = setImmediate(function again() {
		look();
		looking = setImmediate(again);
	});
	await act();
	look();
	clearImmediate(looking);
	return longest;
}
