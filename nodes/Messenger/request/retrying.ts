import type { Answer, NoAnswer } from './transport';
import { invalidHeader, isEncryptionFailure, ownCodes } from './transport';

/** How often a request is sent again after a failure that is not the rate limit. */
export const mostRepetitions = 3;

/** Milliseconds before the first repetition; each further one waits twice as long. */
const firstPause = 500;

/**
 * Whether a failed request may be sent again. What never left can be sent again whatever it is;
 * what left and may have been processed only if it just reads, because a campaign or an event
 * must not arrive twice.
 *
 * @param readOnly whether the request changes nothing at the service
 */
export function mayRepeat(outcome: Answer | NoAnswer, readOnly: boolean): boolean {
	if (outcome.kind === 'answer') return readOnly && outcome.status >= 500;
	if (isFinal(outcome.code)) return false;
	return readOnly || !outcome.requestLeft;
}

/** Whether every try would fail in the same way. */
function isFinal(code: string): boolean {
	return isEncryptionFailure(code) || code === ownCodes.tooLarge || code === invalidHeader;
}

/**
 * Exponential backoff with jitter, so that many failed requests do not return together.
 *
 * @param repetition 1 for the first
 * @param random a number from 0 to 1
 * @returns milliseconds
 */
export function pauseBefore(repetition: number, random: number): number {
	return firstPause * 2 ** (repetition - 1) * (0.5 + random / 2);
}

/**
 * The `Retry-After` header: seconds, or an HTTP date (RFC 9110, section 10.2.3).
 *
 * @param now milliseconds since the epoch
 * @returns milliseconds to wait; undefined where the header is missing or has no meaning
 */
export function retryAfter(answer: Answer, now: number): number | undefined {
	const header = answer.headers['retry-after']?.trim();
	if (!header) return undefined;
	if (/^\d+$/.test(header)) return Number(header) * 1000;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
