import type { Mask } from '../input/keyMask';

/** n8n's own vocabulary for why an operation failed. */
export type ProblemCause =
	'rate-limited' | 'credential-invalid' | 'temporarily-unavailable' | 'configuration-invalid';

/** Why a response gives no items, in the parts of an n8n error. */
export interface Problem {
	/** What happened. */
	message: string;
	/** What to do now, sentence by sentence. */
	advice: string[];
	/** The status, or the network's code. */
	httpCode: string;
	cause?: ProblemCause;
	/** Milliseconds that the service asked to wait. */
	retryAfterMs?: number;
	/** Whether every other request of the run would fail in the same way. */
	isWrongForAll?: boolean;
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

/** What a message or an advice may need to know beside the response. */
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
