import { isFailure, type Outcome } from './outcome';
import type { RunHistory } from './Run';

/** Milliseconds of outage that are worth a word. */
const worthSaying = 1000;

/** A duration as messages show it, such as `2.5 s`. */
export const inSeconds = (milliseconds: number) => `${Math.round(milliseconds / 100) / 10} s`;

/** A number of things, e.g. `1 item` or `2 items`. */
export const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;

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
		const isGivenUp = outcomes.some(
			(outcome) => outcome !== undefined && isFailure(outcome) && outcome.httpCode === '429',
		);
		const times = history.throttled === 1 ? 'once' : `${history.throttled} times`;
		hints.push(
			`The service's rate limit slowed down this run, which took ${inSeconds(seconds * 1000)}. Requests were refused ${times}${isGivenUp ? '' : ' and sent again automatically'}.`,
		);
	}
	if (history !== undefined && history.away >= worthSaying) hints.push(outageSentence(history));
	const uncertain = outcomes.filter(
		(outcome) => outcome !== undefined && isFailure(outcome) && outcome.state === 'uncertain',
	).length;
	if (uncertain > 0) {
		hints.push(
			`${counted(uncertain, 'item')} may have been processed. Check in the service before you resend ${uncertain === 1 ? 'it' : 'them'}.`,
		);
	}
	return hints;
}

/** How long the run waited for a service that was away, and may be so still. */
export function outageSentence({ away }: RunHistory): string {
	return `This run waited ${inSeconds(away)} because the service was unavailable.`;
}
