import {
	NodeApiError,
	NodeOperationError,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { withoutEmpty } from '../input/text';
import { asSentence, counted, cut, joined } from '../response/phrases';
import { isTool } from './caller';
import type { Failure } from './outcome';

/** An error that n8n shows with the item that it belongs to. */
export type NodeError = NodeApiError | NodeOperationError;

/**
 * The n8n error of a failure. It carries no cause: the HTTP client's own error contains the request with its
 * Authorization header. A new one each time, because n8n writes into the one that it gets.
 *
 * @param others what else keeps the run from being begun
 */
export function nodeErrorOf(node: INode, failure: Failure, others: Failure[] = []): NodeError {
	const { isInput, itemIndex, httpCode = 'none', n8nCause, retryAfterMs, parameter } = failure;
	// n8n takes every error with the word "canceled" in its title for a cancelled execution, which isn't an error
	// to it and has no Retry; an event may have that name. An invisible word joiner breaks the word up.
	const message = titleOf(node, failure).replaceAll('canceled', 'cancel\u2060ed');
	const lines = [...adviceOnAll([failure, ...others]), ...alsoToCorrect(node, others)];
	const description = lines.filter((line) => line).join('<br>');
	if (isInput) {
		const error = new NodeOperationError(node, message, { itemIndex, description });
		if (parameter !== undefined) error.context.parameter = parameter;
		return error;
	}
	const error = new NodeApiError(
		node,
		{ message, httpCode },
		{
			message,
			description,
			httpCode,
			itemIndex,
			...(n8nCause && { failure: { cause: n8nCause, retryAfterMs } }),
		},
	);
	// If a message has a network code in it or next to it, n8n replaces it by its own words.
	error.message = message;
	return error;
}

/** Items that the error of bad input names; the others are counted. */
const maxNamed = 5;

function alsoToCorrect(node: INode, others: Failure[]) {
	if (others.length === 0) return [];
	const named = others.slice(0, maxNamed - 1).map((failure) => titleOf(node, failure));
	const more = others.length - named.length;
	return ['Also to correct:', ...named, more > 0 ? `and ${counted(more, 'more item')}` : ''];
}

/** Lines on bad input: how many items have each kind of it, and what to do about most. Only the first has its own title. */
function adviceOnAll(failures: [Failure, ...Failure[]]): string[] {
	const [named] = failures;
	const kinds = byFrequency(
		failures,
		({ refusal }) => refusal && `${refusal.label} ${refusal.words}`,
	);
	const known = kinds.flatMap(({ length, 0: first }) =>
		first!.refusal ? { ...first!.refusal, length } : [],
	);
	if (failures.length === 1 || known.length === 0) {
		return [joined(named.description, named.ofRequest)];
	}
	const labels = new Set(known.map(({ label }) => label));
	const counts = [...labels].map((label) => {
		const ofLabel = known.filter((kind) => kind.label === label);
		const words = ofLabel.map((kind) => `${kind.length} ${kind.words}`).join(', ');
		return labels.size > 1 ? `${label}: ${words}.` : `${words}.`;
	});
	const others = failures.filter(({ refusal }) => refusal === undefined).length;
	if (others > 0) counts.push(`${counted(others, 'other')}.`);
	// Those of one kind may still need different corrections.
	const [largest] = kinds;
	const { description } = byFrequency(largest!, (failure) => failure.description)[0]![0]!;
	const isForNamed = description === named.description;
	const advice = isForNamed ? description : `For the ${largest!.length}: ${description}`;
	return [counts.join(' '), advice];
}

/** Those with the same key together, the most first; of as many the ones that begin earlier. */
function byFrequency(failures: Failure[], keyOf: (failure: Failure) => string | undefined) {
	const groups = new Map<string | undefined, Failure[]>();
	for (const failure of failures) {
		const group = groups.get(keyOf(failure)) ?? [];
		group.push(failure);
		groups.set(keyOf(failure), group);
	}
	return [...groups.values()].sort((one, other) => other.length - one.length);
}

/** The title, cut to fit. An agent's model sees nothing else, so doubt comes first. */
function titleOf(node: INode, failure: Failure) {
	const { isInput, message, itemIndex, subject } = failure;
	const title = doubtOf(node, failure) + message;
	if (isTool(node)) return joined(asSentence(cut(title)), adviceToModel(failure));
	// n8n's own words about a failed expression may already name the item.
	const isIndexed = isInput && itemIndex !== undefined && !/\[item \d+\]$/.test(message);
	const ofItem = isIndexed ? ` [item ${itemIndex}]` : '';
	const about = subject === undefined ? ofItem : ` for ${subject}`;
	if (about === '') return cut(title);
	return cut(title.replace(/\.$/, ''), about.length) + about;
}

/** Begins the title of what may have been sent; empty for all others. */
export function doubtOf(node: INode, { state, isOfEarlierTry }: Failure): string {
	if (state !== 'uncertain') return '';
	if (isTool(node)) return 'May have been sent, do not call again: ';
	return isOfEarlierTry ? 'May have been sent by an earlier try: ' : 'May have been sent: ';
}

/** Names that only a person can click, and buttons. */
const forPersons = /Settings|[Oo]ption|credential|Retry|Execute|expression|Drag|n8n/;

/** All that an agent's model needs after what happened: it sees nothing but the title (E2). */
function adviceToModel({ state, description }: Failure): string {
	const outcome = {
		'not sent': 'Nothing was sent.',
		failed: 'It was not accepted.',
		uncertain: '',
	};
	const sentences = description.split(/(?<=[.!?]) (?=[A-Z])/);
	const advice = sentences.filter((sentence) => !forPersons.test(sentence));
	const isShortened = advice.length < sentences.length;
	return joined(outcome[state], ...advice, isShortened && 'Tell the user, who can change it.');
}

/** The output of a failed item. n8n's error output adds the fields of the input item. */
export function errorItem(node: INode, failure: Failure, itemIndex: number): INodeExecutionData {
	const { isInput, state, ofRequest, httpCode, parameter, retryAfterMs, about } = failure;
	const description = joined(failure.description, ofRequest);
	// A fault of the input says nothing of what was sent.
	const isOfInput = isInput && state !== 'uncertain';
	const message = isOfInput
		? joined(description && asSentence(description), 'Nothing was sent for this item.')
		: description;
	const details = { ...withoutEmpty({ state, httpCode, parameter, retryAfterMs }), ...about };
	const title = titleOf(node, failure);
	const item: INodeExecutionData = {
		json: { error: title, ...(message !== '' && { message }), details },
		pairedItem: { item: itemIndex },
	};
	if (node.onError !== 'continueErrorOutput') return item;
	// By this, n8n 2.0 tells a failed item. Hidden, because n8n shows an item's own error instead of its fields.
	return Object.defineProperty(item, 'error', { value: { message: title } });
}
