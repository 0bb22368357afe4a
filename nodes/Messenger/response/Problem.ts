import type { Answer } from '../request/transport';
import type { Delivery } from '../request/deliver';
import type { Body } from './parse';

/** Why an answer gives no items, in the parts of an n8n error. */
export interface Problem {
	/** What happened. */
	message: string;
	/** What to do now, sentence by sentence. */
	advice: string[];
	/** The status, or the network's code. */
	httpCode: string;
	/** n8n's own vocabulary for why an operation failed. */
	cause?:
		'rate-limited' | 'credential-invalid' | 'temporarily-unavailable' | 'configuration-invalid';
	/** Milliseconds that the service asked to wait. */
	retryAfterMs?: number;
}

/** What a message or an advice may need to know. */
export interface Situation {
	/** Host and port of the Base URL. */
	host: string;
	/** Path of the request. */
	path: string;
	/** Which input to check, e.g. `Check the Email.` */
	inputsToCheck: string;
	/** Whether the request changes nothing at the service. */
	readOnly: boolean;
	delivery: Delivery;
}

/** A situation in which the service answered. */
export interface AnsweredSituation extends Situation {
	answer: Answer;
	body: Body;
	/** The service's own words, if it gave any. */
	said?: string;
	/** What the operation itself says to do, if it knows better. */
	ownAdvice?: string;
}
