import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { asSentence, cut } from '../response/parse';
import { counted } from '../response/wording';
import type { Failure } from './outcome';

/** An error that n8n shows with the item that it belongs to. */
export type NodeError = NodeApiError | NodeOperationError;

/**
 * The n8n error of a failed item. It carries no cause: the HTTP client's own error holds the request with its
 * Authorization header. A new one each time, because n8n writes into the one that it gets.
 */
export function nodeErrorOf(node: INode, failure: Failure, itemIndex: number): NodeError {
	const { description, httpCode, cause, retryAfterMs, parameter } = failure;
	const message = notCanceled(titleOf(node, failure));
	if (httpCode === undefined) {
		const error = new NodeOperationError(node, message, { itemIndex, description });
		if (parameter !== undefined) error.context.parameter = parameter;
		return error;
	}
	const mayPass = cause === 'rate-limited' || cause === 'temporarily-unavailable';
	const error = new NodeApiError(
		node,
		{ message, httpCode },
		{
			message,
			description,
			httpCode,
			itemIndex,
			...(cause && { failure: mayPass ? { cause, retryAfterMs } : { cause } }),
		},
	);
	// n8n puts words of its own in place of a message with a network code in or beside it.
	error.message = message;
	return error;
}

/**
 * n8n takes every error with the word "canceled" in its title for a cancelled execution, which is no error to
 * it and has no Retry; somebody else's event or address may hold it. A joiner that nobody sees parts it.
 */
const notCanceled = (title: string) => title.replaceAll('canceled', 'cancel\u2060ed');

/** Items that the error of bad input names; the others are counted. */
const maxNamed = 5;

/** The error of a run that is not begun, because some of its items are not in order. */
export function badItemsError(node: INode, bad: Array<[number, Failure]>): NodeError {
	const [[itemIndex, first], ...others] = bad as [[number, Failure], ...Array<[number, Failure]>];
	const error = nodeErrorOf(node, first, itemIndex);
	if (others.length === 0) return error;
	const named = others.slice(0, maxNamed - 1).map(([, { message }]) => message);
	const more = others.length - named.length;
	error.description = [
		error.description,
		'Also to correct:',
		...named,
		...(more > 0 ? [`and ${counted(more, 'more item')}`] : []),
	]
		.filter((line) => line)
		.join('<br>');
	return error;
}

/** Whether the node is an agent's tool, whose error or item a model reads. */
export const isTool = ({ type }: INode) => type.endsWith('Tool');

/** A title, short enough for one. An agent's model sees nothing else, and would call again. */
function titleOf(node: INode, { state, message, subject, isOfEarlierTry }: Failure): string {
	const warning = isTool(node) ? 'May have been sent, do not call again: ' : 'May have been sent: ';
	const doubt = isOfEarlierTry ? 'May have been sent by an earlier try: ' : warning;
	const title = state === 'uncertain' ? doubt + message : message;
	if (subject === undefined) return cut(title);
	const about = ` for ${subject}`;
	return cut(title.replace(/\.$/, ''), about.length) + about;
}

/**
 * What stands for an item that failed, where the node goes on after errors. In this form, without the error
 * itself, n8n's error output also holds the fields of the input item.
 */
export function errorItem(node: INode, failure: Failure, itemIndex: number): INodeExecutionData {
	const description = descriptionOf(failure);
	return {
		json: {
			error: titleOf(node, failure),
			...(description !== '' && { message: description }),
			...(knowsDetails(node) && { details: detailsOf(failure) }),
		},
		pairedItem: { item: itemIndex },
	};
}

/** What is wrong with the input says nothing of what was sent. */
function descriptionOf({ description, httpCode, state }: Failure): string {
	if (httpCode !== undefined || state === 'uncertain') return description;
	return `${description && asSentence(description)} Nothing was sent for this item.`.trim();
}

/** By what a workflow can route a failed item. */
function detailsOf({ state, httpCode, parameter, retryAfterMs }: Failure): IDataObject {
	return {
		state,
		...(httpCode !== undefined && httpCode !== 'none' && { httpCode }),
		...(parameter !== undefined && { parameter }),
		...(retryAfterMs !== undefined && { retryAfterMs }),
	};
}

let hasDetails: boolean | undefined;

/**
 * The error output of n8n 1.x does not recognise an item with a third key. Its errors do not know `failure`
 * either, which came with n8n 2.
 */
function knowsDetails(node: INode): boolean {
	hasDetails ??=
		'failure' in new NodeApiError(node, {}, { failure: { cause: 'configuration-invalid' } });
	return hasDetails;
}
