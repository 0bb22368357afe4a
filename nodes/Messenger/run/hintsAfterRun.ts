import type { RunHistory } from '../gate/Line';
import { counted, inSeconds, times } from '../response/wording';
import { isFailure, type Outcomes } from './outcome';

/** Milliseconds of outage that are worth a word. */
const worthSaying = 1000;

/**
 * What the editor says after a run that had to wait, or left something in doubt.
 *
 * @param milliseconds how long the run took
 */
export function hintsAfterRun(
	history: RunHistory | undefined,
	milliseconds: number,
	outcomes: Outcomes,
): string[] {
	const hints: string[] = [];
	const failures = [...outcomes.values()].filter(isFailure);
	if (history !== undefined && history.throttled > 0) {
		const isGivenUp = failures.some(({ httpCode }) => httpCode === '429');
		const refused = `Requests were refused ${times(history.throttled)}`;
		hints.push(
			`The service's rate limit slowed down this run, which took ${inSeconds(milliseconds)}. ` +
				`${refused}${isGivenUp ? '' : ' and sent again automatically'}.`,
		);
	}
	if (history !== undefined && history.outageMs >= worthSaying) hints.push(outageSentence(history));
	const uncertain = failures.filter(({ state }) => state === 'uncertain').length;
	if (uncertain > 0) {
		const them = uncertain === 1 ? 'it' : 'them';
		hints.push(
			`${counted(uncertain, 'item')} may have been processed. Check in the service before you resend ${them}.`,
		);
	}
	return hints;
}

/** How long the run waited for a service that was away, and may be so still. */
export function outageSentence({ outageMs }: RunHistory): string {
	return `This run waited ${inSeconds(outageMs)} because the service was unavailable.`;
}
