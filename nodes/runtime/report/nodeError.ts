import {
	NodeApiError,
	NodeOperationError,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { isTool } from '../engine/caller';
import { asSentence, counted, cut, joined, mayHaveBeenProcessed } from '../response/phrases';
import type { Failure } from '../run/outcome';

/** An error that n8n shows with the item that it belongs to. */
export type NodeError = NodeApiError | NodeOperationError;

/**
 * A new error each time, because n8n writes into the one that it gets. It carries no cause: the HTTP client's own error
 * contains the request with its Authorization header.
 *
 * @param others what else keeps the run from being begun
 */
export function nodeErrorOf(
	node: INode,
	failure: Failure,
	others: readonly Failure[] = [],
): NodeError {
	const { isInput, itemIndex, httpCode = 'none', parameter } = failure;
	// n8n takes every error with the word "canceled" in its title for a cancelled execution, which isn't an error
	// to it and has no Retry; an event may have that name. An invisible word joiner breaks the word up.
	const message = titleOf(node, failure).replaceAll('canceled', 'cancel\u2060ed');
	const advice = joined(failure.description, failure.ofRequest);
	const lines = [advice, ...alsoToCorrect(node, others)];
	const description = lines.filter((line) => line).join('<br>');
	if (isInput) {
		const error = new NodeOperationError(node, message, { itemIndex, description });
		if (parameter !== undefined) error.context.parameter = parameter;
		return error;
	}
	const said = { message, description, httpCode, itemIndex };
	const error = new NodeApiError(node, { message, httpCode }, said);
	// If a message has a network code in it or next to it, n8n replaces it by its own words.
	error.message = message;
	return error;
}

/** Items that the error of bad input names; the others are counted. */
const maxNamedRefused = 5;

function alsoToCorrect(node: INode, others: readonly Failure[]) {
	if (others.length === 0) return [];
	const named = others.slice(0, maxNamedRefused - 1).map((failure) => titleOf(node, failure));
	const more = others.length - named.length;
	return ['Also to correct:', ...named, more > 0 ? `and ${counted(more, 'more item')}` : ''];
}

/** The title, cut to fit. An agent's model sees nothing else, so doubt comes first. */
function titleOf(node: INode, failure: Failure) {
	const { state, message, description } = failure;
	if (isTool(node)) {
		const [before, after] = toModel[state];
		return joined(asSentence(cut(before + message)), after, description);
	}
	const title = state === 'uncertain' ? `May have been sent: ${message}` : message;
	const whose = whoseOf(failure);
	return whose === '' ? cut(title) : cut(title.replace(/\.$/, ''), whose.length) + whose;
}

/** Of bad input says which item it is, and of a request whom it is about, where that is one. */
function whoseOf({ isInput, message, itemIndex, about }: Failure): string {
	// n8n's own words about a failed expression may already name the item.
	if (itemIndex === undefined || /\[item \d+\]$/.test(message)) return '';
	if (isInput) return ` [item ${itemIndex}]`;
	const subject = String(about?.subject ?? '');
	return message.includes(subject) ? '' : ` for "${subject}"`;
}

/** Tells an agent's model whether something was sent, before and after the title: it sees nothing else. */
const toModel = {
	'not sent': ['', 'Nothing was sent.'],
	failed: ['', 'It was not accepted.'],
	uncertain: ['May have been sent, do not call again: ', ''],
} as const;

/** The output of a failed item. n8n's error output adds the fields of the input item. */
export function errorItem(node: INode, failure: Failure, itemIndex: number): INodeExecutionData {
	const { state, httpCode, parameter, retryAfterMs, about } = failure;
	const isDoubtful = state === 'uncertain' && failure.ofRequest !== undefined;
	const message = joined(
		failure.description,
		isDoubtful && mayHaveBeenProcessed,
		failure.ofRequest,
	);
	const details = {
		state,
		...(httpCode && { httpCode }),
		...(parameter && { parameter }),
		...(retryAfterMs !== undefined && { retryAfterMs }),
		...about,
	};
	const title = titleOf(node, failure);
	const item: INodeExecutionData = {
		json: { error: title, ...(message !== '' && { message }), details },
		pairedItem: { item: itemIndex },
	};
	if (node.onError !== 'continueErrorOutput') return item;
	// By this, n8n 2.0 tells a failed item. Hidden, because n8n shows an item's own error instead of its fields.
	return Object.defineProperty(item, 'error', { value: { message: title } });
}
