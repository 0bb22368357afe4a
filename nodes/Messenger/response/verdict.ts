import type { IDataObject } from 'n8n-workflow';

import type { Words } from '../input/InvalidInput';
import { isOutageCode } from './networkFailure';
import { parseBody, saysFailure, type Body } from './parse';
import { retryAfter } from './retryAfter';
import type { ResponseBudget, SendResult } from './ServiceResponse';

/** What an operation knows of its own responses. */
export interface Reader {
	readOnly: boolean;
	/** The output items of a good response; undefined where it has no form that the interface shows. */
	toItems: (body: unknown) => IDataObject[] | undefined;
	/** What a refusal means, where it has a meaning of its own in this operation. */
	whenRefused?: (status: number, body: unknown) => RefusalMeaning | undefined;
	/** For how many items the response becomes an output. */
	copies?: number;
	budget: ResponseBudget;
}

/** What a refusal means in an operation: output items, or words of its own. */
export interface RefusalMeaning {
	/** Undefined where it is an error. */
	items?: IDataObject[];
	/** What happened. */
	message?: Words;
	/** What to do, as a sentence. */
	advice?: string;
	/** Whether it proves that the request was in order, such as "Contact not found". */
	isExpected?: boolean;
}

/**
 * What one answer tells of the service, for all requests that are to leave: it accepts, it answers at least,
 * it throttles (429), it has blocked the key (403), it is away or out of order; or nothing at all.
 */
export type Sign = 'accepted' | 'answered' | 'throttled' | 'blocked' | 'outage' | 'nothing';

/** What came of one sending means for its request: the one place where that is decided. */
export interface Verdict {
	result: SendResult;
	/**
	 * `accepted`: the service took it. `uncertain`: it left, and may have been processed. `failed`: it surely
	 * was not accepted, or it only reads.
	 */
	state: 'accepted' | 'failed' | 'uncertain';
	sign: Sign;
	/** The output items of what was accepted. */
	items: IDataObject[];
	body: Body;
	meaning?: RefusalMeaning;
	/** Milliseconds that the service asked to wait with a 429. */
	retryAfter?: number;
}

/** Judges what came of one sending of a request. */
export function verdictOf(result: SendResult, reader: Reader): Verdict {
	const { readOnly, toItems, whenRefused, budget, copies } = reader;
	if (result.kind === 'no response') {
		const state = result.requestLeft && !readOnly ? 'uncertain' : 'failed';
		return { result, state, sign: signOf(result), items: [], body: { notJson: 'empty' } };
	}
	const { status } = result;
	const body = parseBody(result, budget, copies);
	const json = 'json' in body ? body.json : undefined;
	const isGood = status >= 200 && status < 300 && !saysFailure(body);
	const meaning = isGood ? undefined : whenRefused?.(status, json);
	const items = isGood ? toItems(json) : meaning?.items;
	if (items !== undefined) return { result, state: 'accepted', sign: 'accepted', items, body };
	const isUncertain = !readOnly && (status >= 500 || (status < 300 && !saysFailure(body)));
	return {
		result,
		state: isUncertain ? 'uncertain' : 'failed',
		sign: meaning?.isExpected ? 'accepted' : signOf(result),
		items: [],
		body,
		meaning,
		retryAfter: status === 429 ? retryAfter(result) : undefined,
	};
}

/** What an answer tells that was not accepted. */
export function signOf(result: SendResult): Sign {
	if (result.kind === 'no response') return isOutageCode(result.code) ? 'outage' : 'nothing';
	const { status } = result;
	if (status === 429) return 'throttled';
	if (status === 403) return 'blocked';
	return status >= 500 ? 'outage' : 'answered';
}
