import { isFailure, type Outcome } from './outcome';
import type { RunHistory } from './Run';

/** Milliseconds of outage that are worth a word. */
const worthSaying = 1000;

/** A duration as messages show it, such as `2.5 s`. */
export const inSeconds = (milliseconds: number) => `${Math.round(milliseconds / 100) / 10} s`;

/**
 * What the editor says after a run that had to wait, or left something in doubt.
 *
 * @param seconds how long the run took
 */
export function hintsOf(
	history: RunHistory | undefined,
	seconds: number,
	outcomes: ReadonlyArray<Outcome | undefined>,
): string[] {
	const hints: string[] = [];
	if (history !== undefined && history.throttled > 0) {
		const times = history.throttled === 1 ? 'once' : `${history.throttled} times`;
		hints.push(
			`The service's rate limit slowed this run down: it took ${inSeconds(seconds * 1000)}. Requests were throttled ${times} and sent again.`,
		);
	}
	if (history !== undefined && history.away >= worthSaying) hints.push(outageSentence(history));
	const uncertain = outcomes.filter(
		(outcome) => outcome !== undefined && isFailure(outcome) && outcome.state === 'uncertain',
	).length;
	if (uncertain > 0) {
		hints.push(
			`${uncertain} ${uncertain === 1 ? 'item' : 'items'} may have been processed without a response. Look at the service before you send ${uncertain === 1 ? 'it' : 'them'} again.`,
		);
	}
	return hints;
}

/** How long the service was away. */
export function outageSentence({ away }: RunHistory): string {
	return `The service was away for ${inSeconds(away)} of this run.`;
}
