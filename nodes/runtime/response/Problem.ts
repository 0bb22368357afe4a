import type { Mask } from '../input/keyMask';
import type { Service } from '../service';

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
	/** True where the key is blocked, or looks so: then the error says how many requests that kept back. */
	isBlock?: boolean;
}

/** A row of the tables of problems, which stands under a status or a network's code. */
export type ProblemRow = Omit<Problem, 'httpCode'>;

/** A setting is wrong, for every request of the run. */
export const misconfigured = { cause: 'configuration-invalid', affectsEveryRequest: true } as const;

/** How often a request was sent until its final result. */
export interface Attempts {
	count: number;
	/** How many of these were throttled (429). */
	throttled: number;
	/** Milliseconds from the first 429 to the end. */
	throttledFor: number;
	/** How many met a block of the key (403). */
	blocked: number;
	/** Whether any of these has left this machine. */
	hasLeft: boolean;
}

/** What a message or a description needs to know besides the answer. */
export interface Situation {
	service: Service;
	/** Host and port of the Base URL. */
	host: string;
	/** Of the request. */
	path: string;
	/** Such as `'Email'`. */
	inputsToCheck: readonly string[];
	/** What to do where a request is too large for the service. */
	whenTooLarge?: string;
	attempts: Attempts;
	/** True where the service has told a probe, too, that the key is blocked. */
	isBlock?: boolean;
	mask: Mask;
}
