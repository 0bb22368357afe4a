import { readFileSync } from 'node:fs';

/**
 * Milliseconds of the processor that this thread has taken: a busy machine, and threads that collect garbage meanwhile,
 * add nothing. Only Linux tells; elsewhere it is the time of the whole process.
 */
export function processorTime(): number {
	try {
		return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
	} catch {
		const { user, system } = process.cpuUsage();
		return (user + system) / 1000;
	}
}
