import { NodeApiError } from 'n8n-workflow';

import type { RunHistory } from '../gate/Line';
import { counted } from '../response/wording';
import { outageSentence } from './hintsAfterRun';
import type { NodeError } from './nodeError';
import type { RunSummary } from './outcome';

/** What the words about a run depend on, beside how its items ended. */
export interface SummaryFacts {
	/** Whether the operation changes nothing at the service: then nobody asks what was accepted. */
	readOnly: boolean;
	/** Where the run took place: which Retry sends only the rest. */
	place: 'workflow' | 'sub-workflow' | 'tool';
	/** How many requests were not sent, where the error is that the API key is blocked. */
	keptBack: number;
	/** Missing where the error itself says how long the run waited. */
	history?: RunHistory;
}

/** Which button to press (docs/node-contract.md, E3). */
const retryAdvice = {
	workflow:
		' To send only the rest, open Executions and press Retry. Execute step sends all again.',
	'sub-workflow':
		" To send only the rest, press Retry in this sub-workflow's list of executions. Retry of the parent workflow sends all again.",
	tool: '',
};

/**
 * Adds to an error that stops the node what became of the run's other items, each fact on a line of its own: a
 * campaign or an event that the service took must not be sent again by hand.
 */
export function withRunSummary(
	error: NodeError,
	summary: RunSummary,
	total: number,
	{ readOnly, place, keptBack, history }: SummaryFacts,
): NodeError {
	const { accepted, uncertain, failed, notSent } = summary;
	error.context.run = { ...summary };
	const block = keptBack > 0 ? notSentSentence(keptBack) : '';
	const lines = [error.description];
	// Less is "0 s".
	if (history !== undefined && history.outageMs >= 50) lines.push(outageSentence(history));
	if (accepted.length + uncertain.length + failed.length === 0) {
		// The title of a single request that was not sent says so.
		const isSaid = total === 1 && error instanceof NodeApiError;
		lines.push(block || (isSaid ? '' : 'Nothing was sent.'));
	} else if (readOnly) {
		lines.push(block);
	} else {
		const were = accepted.length === 1 ? 'was' : 'were';
		lines.push(
			accepted.length > 0
				? `${accepted.length} of ${total} items ${were} accepted (${ranges(accepted)}).${retryAdvice[place]}`
				: '',
			line(others(uncertain, error), 'may have been processed'),
			line(others(failed, error), 'failed'),
			block || line(notSent, notSent.length === 1 ? 'was not sent' : 'were not sent'),
		);
	}
	error.description = lines.filter((text) => text).join('<br>');
	return error;
}

/** How many requests a block of the API key kept back. */
export function notSentSentence(requests: number): string {
	return `${counted(requests, 'request')} ${requests === 1 ? 'was' : 'were'} not sent.`;
}

function line(items: number[], what: string): string {
	return items.length === 0 ? '' : `${counted(items.length, 'item')} ${what} (${ranges(items)}).`;
}

/** None where the error's own item is the only one: its title and advice say how that has ended. */
function others(items: number[], error: NodeError): number[] {
	const isOwn = error instanceof NodeApiError && items[0] === error.context.itemIndex;
	return isOwn && items.length === 1 ? [] : items;
}

/** Ranges that a sentence names at the most; the error's context has all numbers. */
const maxRanges = 10;

/** Item numbers as a person reads them: `0 to 3, 7`. */
function ranges(items: number[]): string {
	const found: Array<[first: number, last: number]> = [];
	for (const item of items) {
		const range = found.at(-1);
		if (range !== undefined && item === range[1] + 1) range[1] = item;
		else found.push([item, item]);
	}
	const texts = found
		.slice(0, maxRanges)
		.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`));
	return texts.join(', ') + (found.length > maxRanges ? ', …' : '');
}
