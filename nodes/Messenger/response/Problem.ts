import type { Mask } from '../input/keyMask';

/** Why an answer has no items, in the parts of an n8n error. */
export interface Problem {
	message: string;
	/** What to do now. */
	description: string;
	/** The status, or the network's code. */
	httpCode: string;
	/** n8n's own vocabulary for why an operation failed. */
	cause?:
		'rate-limited' | 'credential-invalid' | 'temporarily-unavailable' | 'configuration-invalid';
	/** Milliseconds that the service asked to wait. */
	retryAfterMs?: number;
	/** Whether every other request of the run would fail in the same way. */
	affectsEveryRequest?: boolean;
}

/** A row of the tables of problems, which stands under a status or a network's code. */
export type ProblemRow = Omit<Problem, 'httpCode'>;

/** A setting is wrong, for every request of the run. */
export const misconfigured = { cause: 'configuration-invalid', affectsEveryRequest: true } as const;

/** What was tried until the last word on a request. */
export interface Tries {
	attempts: number;
	/** How many of these the rate limit refused. */
	throttled: number;
	/** Milliseconds from the first refusal by the rate limit to the end. */
	throttledFor: number;
	/** Whether it has left this machine in any of the tries. */
	hasLeft: boolean;
}

/** What a message or an advice needs to know beside the answer. */
export interface Situation {
	/** Host and port of the Base URL. */
	host: string;
	/** Of the request. */
	path: string;
	/** Such as `'Email'`. */
	inputsToCheck: readonly string[];
	tries: Tries;
	mask: Mask;
}
