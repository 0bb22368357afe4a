import { writeFileSync } from 'node:fs';

/** What the node between Source and Sink cost n8n's process. */
export interface Measurement {
	/** When it began and ended, in milliseconds since 1970: comparable between processes. */
	startedAt: number;
	endedAt: number;
	/** From the last line of Source to the first of Sink, in milliseconds. */
	wall: number;
	/** Processor time of all threads of n8n's process meanwhile, in milliseconds. */
	cpu: number;
	/** The most memory that n8n's process held meanwhile (its resident set), in bytes. */
	peakMemory: number;
	/** How many items came out. */
	items: number;
}

let started: { at: number; now: number; cpu: NodeJS.CpuUsage } | undefined;

/** Source has made its items. */
export function start(): void {
	forgetPeakMemory();
	started = { at: Date.now(), now: performance.now(), cpu: process.cpuUsage() };
}

/**
 * Sink has got its items.
 * @throws Error where no Source has run before
 */
export function stop(items: number): Measurement {
	if (!started) throw new Error('Sink runs after Source');
	const { user, system } = process.cpuUsage(started.cpu);
	return {
		startedAt: started.at,
		endedAt: Date.now(),
		wall: performance.now() - started.now,
		cpu: (user + system) / 1000,
		peakMemory: process.resourceUsage().maxRSS * 1024,
		items,
	};
}

/** From here on, `maxRSS` is that of this run. Only Linux can; elsewhere it is that of the process. */
function forgetPeakMemory(): void {
	try {
		writeFileSync('/proc/self/clear_refs', '5');
	} catch {
		// The figure then includes the runs before.
	}
}
