import type { IDataObject } from 'n8n-workflow';

import type { Words } from '../input/InvalidInput';
import { isOutage } from './networkProblems';
import type { Service } from '../service';
import { fieldsOf, parseBody, type Body } from './parse';
import { retryAfter } from './retryAfter';
import type { ResponseBudget, SendResult } from './ServiceResponse';

/** What an operation knows of its own responses. */
export interface Reader {
	service: Service;
	readOnly: boolean;
	/** The output items of a good response; undefined where it has no form that the interface shows. */
	toItems: (body: unknown) => IDataObject[] | undefined;
	whenRefused?: (status: number, body: unknown) => RefusalMeaning | undefined;
	/** For how many items the response becomes an output. */
	copies: number;
	budget: ResponseBudget;
}

/** What a refusal means in an operation: output items, or an error in words of its own. */
export interface RefusalMeaning {
	items?: IDataObject[];
	message?: Words;
	advice?: string;
	/** Whether it proves that the request was in order, such as "Contact not found". */
	isExpected?: boolean;
}

/**
 * What one answer tells of the service, for all requests that are to leave: it accepts, it answers at least,
 * it throttles (429), it has blocked the key (403), it is away or out of order; or nothing at all.
 */
export type Sign = 'accepted' | 'answered' | 'throttled' | 'blocked' | 'outage' | 'nothing';

/** What the result of one sending means for its request. */
export interface Verdict {
	result: SendResult;
	/** `uncertain`: it left, and may have been processed. `failed`: surely not accepted, or it only reads. */
	state: 'accepted' | 'failed' | 'uncertain';
	sign: Sign;
	/** What a failure is called: its status, or the network's code. */
	failure: string;
	items: IDataObject[];
	body: Body;
	meaning?: RefusalMeaning;
	/** Milliseconds that the service asked to wait with a 429. */
	retryAfter?: number;
}

/** Judges what came of one sending of a request. */
export function verdictOf(
	result: SendResult,
	{ service, readOnly, toItems, whenRefused, budget, copies }: Reader,
): Verdict {
	const sign = signOf(service, result);
	if (result.kind === 'no response') {
		const state = result.requestLeft && !readOnly ? 'uncertain' : 'failed';
		return { result, state, sign, failure: result.code, items: [], body: {} };
	}
	const { status } = result;
	const failure = String(status);
	const body = parseBody(result, budget, copies);
	const isGood = status >= 200 && status < 300 && !service.isRefusal(fieldsOf(body));
	const meaning = isGood ? undefined : whenRefused?.(status, body.json);
	const items = isGood ? toItems(body.json) : meaning?.items;
	if (items) return { result, state: 'accepted', sign: 'accepted', failure, items, body };
	const isUncertain = !readOnly && (isGood || status >= 500);
	return {
		result,
		state: isUncertain ? 'uncertain' : 'failed',
		sign: meaning?.isExpected ? 'accepted' : sign,
		failure,
		items: [],
		body,
		meaning,
		retryAfter: status === 429 ? retryAfter(result) : undefined,
	};
}

/** What an answer tells that was not accepted. */
export function signOf({ blocked }: Service, result: SendResult): Sign {
	if (result.kind === 'no response') return isOutage(result) ? 'outage' : 'nothing';
	const { status } = result;
	if (status === 429) return 'throttled';
	if (status === blocked.status) return 'blocked';
	return status >= 500 ? 'outage' : 'answered';
}
