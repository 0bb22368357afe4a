import { realpathSync } from 'node:fs';
import { createRequire } from 'node:module';

// The copy that n8n runs: this file would find another one.
const { Expression, isExpression } = createRequire(realpathSync(process.argv[1]!))(
	'n8n-workflow',
) as typeof import('n8n-workflow');

/** The cost of the node between Source and Sink, in n8n's process. */
export interface Measurement {
	/** When it began and ended, in milliseconds since 1970: comparable between processes. */
	startedAt: number;
	endedAt: number;
	/** From the last line of Source to the first of Sink, in milliseconds. */
	wall: number;
	/** Processor time of all threads of n8n's process meanwhile, in milliseconds. */
	cpu: number;
	/** The number of expressions that n8n evaluated meanwhile. */
	evaluations: number;
}

let started: { at: number; now: number; cpu: NodeJS.CpuUsage; evaluations: number } | undefined;

let evaluations = 0;
const evaluate = Expression.prototype.resolveSimpleParameterValue;
// Every evaluation passes here, and so may values that are no expressions.
Expression.prototype.resolveSimpleParameterValue = function (...parameters) {
	if (isExpression(parameters[0])) evaluations += 1;
	return evaluate.apply(this, parameters);
};

/** Source has made its items. */
export function start(): void {
	started = { at: Date.now(), now: performance.now(), cpu: process.cpuUsage(), evaluations };
}

/**
 * Sink has got its items.
 * @throws Error if no Source has run before
 */
export function stop(): Measurement {
	if (!started) throw new Error('Sink runs after Source');
	const { user, system } = process.cpuUsage(started.cpu);
	return {
		startedAt: started.at,
		endedAt: Date.now(),
		wall: performance.now() - started.now,
		cpu: (user + system) / 1000,
		evaluations: evaluations - started.evaluations,
	};
}
