import type { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { RunSummary } from '../request/RunReport';

/**
 * Adds to an error that stops the node what became of the other items: a campaign or an event that
 * the service took must not be sent again by hand.
 */
export function withRunSummary<NodeError extends NodeApiError | NodeOperationError>(
	error: NodeError,
	summary: RunSummary,
): NodeError {
	const parts = [
		part(summary.accepted, 'accepted by the service, do not send them again'),
		part(summary.uncertain, 'sent, and may have been processed'),
		part(summary.failed, 'refused or not delivered'),
		part(summary.notSent, 'not sent'),
	].filter((text) => text !== '');
	error.context.run = { ...summary };
	error.description = [error.description, `Of this run: ${parts.join('; ')}.`].join(' ');
	return error;
}

function part(items: number[], what: string): string {
	if (items.length === 0) return '';
	return `${items.length} ${items.length === 1 ? 'item' : 'items'} ${what} (${ranges(items)})`;
}

/** Most ranges that a sentence names; the error's context has all numbers. */
const mostRanges = 10;

/** Item numbers as a person reads them: `0 to 3, 7`. */
export function ranges(items: number[]): string {
	const found: Array<[first: number, last: number]> = [];
	for (const item of items) {
		const range = found.at(-1);
		if (range !== undefined && item === range[1] + 1) range[1] = item;
		else found.push([item, item]);
	}
	const texts = found
		.slice(0, mostRanges)
		.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`));
	return texts.join(', ') + (found.length > mostRanges ? ', …' : '');
}
