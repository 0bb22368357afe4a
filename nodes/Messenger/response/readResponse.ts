import type { IDataObject } from 'n8n-workflow';

import type { Words } from '../input/InvalidInput';
import { retryAfter } from '../run/retryDecision';
import type { NoResponse, ServiceResponse } from '../http/transport';
import { parseBody, saysFailure, type Body } from './parse';

/** What an operation knows of its own responses. */
export interface Reader {
	readOnly: boolean;
	/** The output items of a good response; undefined where it has no form that the interface shows. */
	toItems: (body: unknown) => IDataObject[] | undefined;
	/** What a refusal means, where it has a meaning of its own in this operation. */
	whenRefused?: (status: number, body: unknown) => RefusalMeaning | undefined;
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
	isAnswer?: boolean;
}

/** What an outcome means for the request: the one place where that is decided. */
export interface Reading {
	outcome: ServiceResponse | NoResponse;
	/**
	 * `accepted`: the service took it. `uncertain`: it left, and may have been processed. `failed`:
	 * it surely was not accepted, or it only reads.
	 */
	state: 'accepted' | 'failed' | 'uncertain';
	/** The output items of what was accepted. */
	items: IDataObject[];
	body: Body;
	meaning?: RefusalMeaning;
	/** Milliseconds that the service asked to wait. */
	retryAfter?: number;
}

/** Reads what came of one try of a request. */
export function readResponse(outcome: ServiceResponse | NoResponse, reader: Reader): Reading {
	const { readOnly } = reader;
	if (outcome.kind === 'no response') {
		const state = outcome.requestLeft && !readOnly ? 'uncertain' : 'failed';
		return { outcome, state, items: [], body: { notJson: 'empty' } };
	}
	const body = parseBody(outcome);
	const json = 'json' in body ? body.json : undefined;
	const isGood = outcome.status >= 200 && outcome.status < 300 && !saysFailure(body);
	const meaning = isGood ? undefined : reader.whenRefused?.(outcome.status, json);
	const items = isGood ? reader.toItems(json) : meaning?.items;
	if (items !== undefined) return { outcome, state: 'accepted', items, body };
	return {
		outcome,
		state: mayHaveBeenProcessed(outcome, body, readOnly) ? 'uncertain' : 'failed',
		items: [],
		body,
		meaning,
		retryAfter: outcome.status === 429 ? retryAfter(outcome) : undefined,
	};
}

/** Whether the service may have processed what it answered without accepting it. */
function mayHaveBeenProcessed({ status }: ServiceResponse, body: Body, readOnly: boolean): boolean {
	if (readOnly) return false;
	return status >= 500 || (status < 300 && !saysFailure(body));
}
