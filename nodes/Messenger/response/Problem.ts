import type { Mask } from '../input/keyMask';
import { times } from './wording';

/** n8n's own vocabulary for why an operation failed. */
export type ProblemCause =
	'rate-limited' | 'credential-invalid' | 'temporarily-unavailable' | 'configuration-invalid';

/** Why an answer has no items, in the parts of an n8n error. */
export interface Problem {
	/** What happened. */
	message: string;
	/** What to do now, sentence by sentence; empty ones are left out. */
	advice: string[];
	/** The status, or the network's code. */
	httpCode: string;
	cause?: ProblemCause;
	/** Milliseconds that the service asked to wait. */
	retryAfterMs?: number;
	/** Whether every other request of the run would fail in the same way. */
	affectsEveryRequest?: boolean;
}

/** What was tried until the last word on a request. */
export interface Tries {
	/** How often the request was sent. */
	attempts: number;
	/** How often the rate limit refused it. */
	throttled: number;
	/** Milliseconds from the first refusal by the rate limit to the end. */
	throttledFor: number;
}

/** What a message or an advice may need to know beside the answer. */
export interface Situation {
	/** Host and port of the Base URL. */
	host: string;
	/** Path of the request. */
	path: string;
	/** Which input to check, e.g. `Check the Email.` */
	inputsToCheck: string;
	tries: Tries;
	/** Takes the API key out of all that is quoted. */
	mask: Mask;
}

/** What is said of a campaign or an event that left without a clear answer. */
export const mayHaveBeenProcessed =
	'It may have been processed, so it was not sent again. Check in the service before you resend it.';

/** What is said of a request that was repeated; one that was throttled was not processed, and is none. */
export function triedOften({ attempts, throttled }: Tries): string {
	const tried = attempts - throttled;
	return tried > 1 ? `The node tried ${times(tried)}.` : '';
}
