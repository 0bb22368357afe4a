import type { RefusalKind } from '../input/InvalidInput';
import type { Mask } from '../input/keyMask';
import type { Service } from '../Service';

/** The words of an error, and what it means for other requests. */
export interface Explanation {
	message: string;
	/** Says what to do now. */
	description: string;
	/** In n8n's own vocabulary. */
	cause?:
		'rate-limited' | 'credential-invalid' | 'temporarily-unavailable' | 'configuration-invalid';
	/** True if every other request of the run would fail in the same way. */
	affectsEveryRequest?: boolean;
	/** True if the key is blocked, or looks so: then the error says how many requests that kept back. */
	isBlock?: boolean;
}

/** Why an item has no output. Plain data without the API key: n8n keeps it with the execution (R7). */
export interface Failure extends Explanation {
	/**
	 * `input`: a check refused it, or an expression failed. `not sent`: the run ended before its turn. `answered`: the
	 * service's answer refuses it. `network`: no answer came.
	 */
	kind: 'input' | 'not sent' | 'answered' | 'network';
	/** It never left; or it was definitely not accepted; or it left, and may have been processed. */
	state: 'not sent' | 'failed' | 'uncertain';
	/** Sentences about this one request, after the description: its tries, its doubt, the beginning of its answer. */
	ofRequest?: string;
	/** The status, or the network's code. For what was not sent, that of the failure that ended the run. */
	httpCode?: string;
	/** Milliseconds that the service asked to wait. */
	retryAfterMs?: number;
	/** Absent where it is about the whole run or a request of several items. */
	itemIndex?: number;
	/** The person or thing that the item is about, quoted, if the title does not say it yet. */
	subject?: string;
	parameter?: string;
	/** By which the error of several items counts those of bad input. */
	refusal?: RefusalKind;
	/** True if only the test number may have got it. */
	isTest?: boolean;
	/** True if an earlier try may have been processed, and this one was definitely not accepted. */
	isOfEarlierTry?: boolean;
}

/** A setting is wrong, for every request of the run. */
export const misconfigured = { cause: 'configuration-invalid', affectsEveryRequest: true } as const;

/** Counts how often a request was sent until its final result. */
export interface Attempts {
	count: number;
	/** By a 429. */
	throttled: number;
	/** Milliseconds from the first 429 to the end. */
	throttledFor: number;
	/** By a 403. */
	blocked: number;
	/** True once any of these has left this machine. */
	hasLeft: boolean;
}

/** The facts that the words of a failure need, apart from the answer. */
export interface Situation {
	service: Service;
	/** Host and port of the Base URL, and the path of the request. */
	host: string;
	path: string;
	/** Such as `'Email'`. */
	inputsToCheck: readonly string[];
	/** The advice if a request is too large for the service. */
	whenTooLarge?: string;
	attempts: Attempts;
	/** True if the service has told a probe, too, that the key is blocked. */
	isBlock?: boolean;
	mask: Mask;
}
