import { runWorkflow } from '../../engine/runWorkflow';
import { candidates, type CandidateName, type Service } from '../candidates';
import { contacts } from '../candidates/contacts';

/** What a process is told to run. */
export interface Job {
	candidate: CandidateName;
	items: number;
	service: Service;
}

/** What one run cost the process that n8n's engine runs in. */
export interface Measurement {
	/** From the start of the workflow to its end, in milliseconds. */
	wall: number;
	/** Processor time of all threads, in milliseconds; the service's is not in it. */
	cpu: number;
	/** The most memory that the process has held so far (its resident set), in bytes. */
	peakMemory: number;
	/** What the run holds when it ends and the garbage is collected, more than before it, in bytes. */
	heldMemory: number;
	/** The message of the error that stopped the workflow. */
	error?: string;
}

/** Runs a candidate once in this process, which must have been started with `--expose-gc`. */
export async function run({ candidate, items, service }: Job): Promise<Measurement> {
	const { workflow, options } = candidates[candidate];
	const definition = workflow(contacts(items), service);
	const runOptions = options(service);
	const heapBefore = collectedHeap();
	const cpuBefore = process.cpuUsage();
	const start = performance.now();
	const result = await runWorkflow(definition, runOptions);
	const wall = performance.now() - start;
	const { user, system } = process.cpuUsage(cpuBefore);
	return {
		wall,
		cpu: (user + system) / 1000,
		peakMemory: process.resourceUsage().maxRSS * 1024,
		heldMemory: collectedHeap() - heapBefore,
		error: result.error?.message,
	};
}

function collectedHeap(): number {
	gc!();
	return process.memoryUsage().heapUsed;
}
