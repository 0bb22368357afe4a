import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type * as gateModule from '../../nodes/Messenger/gate/Gate';
import type { Bar } from './scenarios';
import type { MakeGate } from './simulation';

const folder = join(__dirname, '../../nodes/Messenger/gate');

/** A part of the gate that can be taken out, and the scenario that shows what it is worth. */
export interface Part {
	name: string;
	/** The line that makes it, in a file of the gate, and what stands there without it. */
	file: string;
	line: string;
	without: string;
	scenario: string;
	figure: keyof Bar;
}

export const parts: Part[] = [
	{
		name: 'no measuring within half a second of a pause',
		file: 'LimitEstimator.ts',
		line: 'const enoughSeconds = 0.5;',
		without: 'const enoughSeconds = 1e-9;',
		scenario: '500, 50 ms, heavy-tailed',
		figure: 'worst',
	},
	{
		name: 'what was stored in a pause taken off',
		file: 'LimitEstimator.ts',
		line: 'const measured = (this.accepted - this.stored) / this.filling;',
		without: 'const measured = this.accepted / this.filling;',
		scenario: '2,000, 50 ms, uniform, Retry-After: 1',
		figure: 'median',
	},
	{
		name: 'a guessed burst of two thirds of a second, not one',
		file: 'LimitEstimator.ts',
		line: 'const burstShare = 2 / 3;',
		without: 'const burstShare = 1;',
		scenario: '500, 50 ms, uniform, Retry-After: 1',
		figure: 'median',
	},
	{
		name: 'the burst halved by a 429 too soon to measure',
		file: 'LimitEstimator.ts',
		line: 'this.burst = Math.max(1, this.burst / 2);',
		without: '',
		scenario: '2,000, 50 ms, busy, Retry-After: 1',
		figure: 'worst',
	},
	{
		name: 'what was accepted in the last second as a bound',
		file: 'LimitEstimator.ts',
		line: 'this.limit = Math.max(measured, recent - this.burst, this.limit / 2);',
		without: 'this.limit = Math.max(measured, this.limit / 2);',
		scenario: 'burst 1, 5 ms, uniform',
		figure: 'median',
	},
	{
		name: 'at most halved by one measurement',
		file: 'LimitEstimator.ts',
		line: 'this.limit = Math.max(measured, recent - this.burst, this.limit / 2);',
		without: 'this.limit = Math.max(measured, recent - this.burst, 1 / 60);',
		scenario: '10 a minute, burst 5, 50, 50 ms, uniform, Retry-After: 1',
		figure: 'worst',
	},
	{
		name: 'the search while the limit is but guessed',
		file: 'rateGrowth.ts',
		line: 'if (!isMeasured) return (seconds) => limit * kept * 2 ** seconds;',
		without: '',
		scenario: '500, 5 ms, uniform',
		figure: 'median',
	},
	{
		name: '0.9 of the limit after a 429, not 0.7',
		file: 'rateGrowth.ts',
		line: 'const kept = 0.9;',
		without: 'const kept = 0.7;',
		scenario: '500, 50 ms, uniform',
		figure: 'median',
	},
	{
		name: 'nothing learnt where nothing was accepted',
		file: 'SendingRate.ts',
		line: 'if (estimator.accepted === 0) return;',
		without: '',
		scenario: '1 x 60 a minute, fixed window, 50 ms, uniform',
		figure: 'median',
	},
	{
		name: 'an earlier request’s acceptance does not count',
		file: 'Throttling.ts',
		line: 'if (sentAt < this.throttledSentAt) return;',
		without: '',
		scenario: '500, 50 ms, busy',
		figure: 'worst',
	},
	{
		name: 'the window halved by a 429',
		file: 'Gate.ts',
		line: 'this.window.halve(this.places.size);',
		without: '',
		scenario: '2,000, 5 ms, busy, Retry-After: 1',
		figure: 'worst',
	},
	{
		name: 'a window that doubles every 43 ms at most',
		file: 'ConcurrencyWindow.ts',
		line: 'const doubling = 43;',
		without: 'const doubling = 0;',
		scenario: '500, 5 ms, uniform',
		figure: 'refused',
	},
	{
		name: 'a backoff of 5 s at most, not 60',
		file: 'Throttling.ts',
		line: 'const longestBackoff = 5_000;',
		without: 'const longestBackoff = 60_000;',
		scenario: '1 x 60 a minute, sliding window, 50 ms, uniform',
		figure: 'median',
	},
	{
		name: 'a 429’s pause is over when a later request was accepted',
		file: 'Throttling.ts',
		line: 'const isOver = this.acceptedSentAt >= sentAt + retryAfter;',
		without: 'const isOver = false;',
		scenario: '2,000, 50 ms, uniform, Retry-After: 1, refusals 5 s late',
		figure: 'median',
	},
];

/**
 * The file of a part without it.
 *
 * @throws Error where the part's line is not there, or more than once
 */
export function sourceWithout({ name, file, line, without }: Part): string {
	const [before, after, ...more] = readFileSync(join(folder, file), 'utf8').split(line);
	if (after === undefined || more.length > 0)
		throw new Error(`${file} does not have exactly one line of "${name}"`);
	return before + without + after;
}

/** Today's gate but for one part: a copy of its folder with one line changed. */
export function gateWithout(part: Part): MakeGate {
	const copy = mkdtempSync(join(tmpdir(), 'gate-without-a-part-'));
	try {
		cpSync(folder, copy, { recursive: true });
		writeFileSync(join(copy, part.file), sourceWithout(part));
		const load = createRequire(join(copy, 'Gate.ts'));
		const { Gate } = load('./Gate.ts') as typeof gateModule;
		return (clock) => new Gate(clock);
	} finally {
		rmSync(copy, { recursive: true });
	}
}
