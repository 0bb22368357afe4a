import type { IDataObject } from 'n8n-workflow';

import type { Words } from '../input/InvalidInput';
import type { Service } from '../Service';
import { isOutage } from './networkProblems';
import { fieldsOf, parseBody, type Body } from './parse';
import { retryAfter } from './retryAfter';
import type { ResponseBudget, SendResult } from './ServiceResponse';

/** An operation's own reading of its responses. */
export interface Reader {
	service: Service;
	readOnly: boolean;
	/** True if a 2xx status alone proves that a write was accepted (`trustSuccessStatus`). */
	trustsStatus: boolean;
	/** Undefined if a good response has no form that the interface shows. */
	toItems: (body: unknown) => IDataObject[] | undefined;
	whenRefused?: (status: number, body: unknown) => RefusalMeaning | undefined;
	/** For how many items the response becomes an output. */
	copies: number;
	budget: ResponseBudget;
}

/** The meaning of a refusal in an operation: output items, or an error in the operation's words. */
export interface RefusalMeaning {
	items?: IDataObject[];
	message?: Words;
	advice?: string;
	/** True if it proves that the request was in order, such as a search that finds nothing. */
	isExpected?: boolean;
}

/** The meaning of one answer for all requests that are to leave. */
export type Signal = 'accepted' | 'answered' | 'throttled' | 'blocked' | 'outage' | 'nothing';

/** The judgement of one sending's result, for its request. */
export interface Verdict {
	result: SendResult;
	/** `uncertain`: it left, and may have been processed. `failed`: definitely not accepted, or it only reads. */
	state: 'accepted' | 'failed' | 'uncertain';
	signal: Signal;
	/** The status, or the network's code. */
	code?: string;
	/** True if it got no further than a proxy. */
	isAtProxy?: boolean;
	items: IDataObject[];
	body: Body;
	meaning?: RefusalMeaning;
	/** True if the body itself says so (`Service.isRefusal`), under any status. */
	isRefusal: boolean;
	/** Milliseconds that the service asked to wait with a 429. */
	retryAfter?: number;
}

/** Judges the result of one sending of a request. */
export function verdictOf(result: SendResult, reader: Reader): Verdict {
	const { service, readOnly, trustsStatus, toItems, whenRefused, budget, copies } = reader;
	const signal = signalOf(service, result);
	const unread = { result, signal, items: [], body: {}, isRefusal: false };
	if (result.kind === 'no response') {
		const state = result.requestLeft && !readOnly ? 'uncertain' : 'failed';
		return { ...unread, state, code: result.code, isAtProxy: result.isAtProxy };
	}
	const { status } = result;
	const body = parseBody(result, budget, copies);
	const isRefusal = service.isRefusal(fieldsOf(body), readOnly);
	// An answer proves no more than this (docs/node-contract.md, E5): a read succeeds unless it is refused.
	const isRejection = isRefusal || status < 200 || status >= 300;
	const isProven = !isRejection && (readOnly || provesAcceptance(body, service, trustsStatus));
	const meaning = isRejection ? whenRefused?.(status, body.json) : undefined;
	// An empty body that is trusted has no fields.
	const content = readOnly ? body.json : fieldsOf(body);
	const items = isProven ? toItems(content) : meaning?.items;
	// Something other than an answer of this operation proves nothing, and nor do a 303 and a 5xx.
	const isUncertain = !readOnly && (!isRejection || status === 303 || status >= 500);
	const state = isUncertain ? 'uncertain' : 'failed';
	return {
		result,
		state: items ? 'accepted' : state,
		signal: items || meaning?.isExpected ? 'accepted' : signal,
		code: String(status),
		items: items ?? [],
		body,
		meaning,
		isRefusal,
		retryAfter: status === 429 ? retryAfter(result) : undefined,
	};
}

/** True where the body of a 2xx says that a write was accepted or, if the status is trusted, says nothing else. */
export function provesAcceptance(body: Body, service: Service, trustsStatus: boolean): boolean {
	const fields = fieldsOf(body);
	const isReadable = fields === body.json || body.notJson === 'empty';
	return isReadable && service.isAcceptance(fields, trustsStatus);
}

/** Returns the signal of an answer that was not accepted. */
export function signalOf({ blocked }: Service, result: SendResult): Signal {
	if (result.kind === 'no response') return isOutage(result) ? 'outage' : 'nothing';
	const { status } = result;
	if (status === 429) return 'throttled';
	if (status === blocked.status) return 'blocked';
	return status >= 500 ? 'outage' : 'answered';
}
