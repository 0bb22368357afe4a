import { outageSentence } from './hints';
import type { NodeError } from './nodeError';
import { summaryOf, type Outcome } from './outcome';
import type { RunHistory } from './Run';

/**
 * Adds to an error that stops the node what became of the run's other items: a campaign or an event
 * that the service took must not be sent again by hand. Where the operation only reads, nobody asks.
 */
export function withRunSummary(
	error: NodeError,
	outcomes: ReadonlyArray<Outcome | undefined>,
	{ readOnly, history }: { readOnly: boolean; history?: RunHistory },
): NodeError {
	const summary = summaryOf(outcomes);
	error.context.run = { ...summary };
	const outage = history !== undefined && history.away > 0 ? [outageSentence(history)] : [];
	if (outcomes.length === 1 || readOnly) {
		error.description = [error.description, ...outage].join(' ');
		return error;
	}
	const { accepted, uncertain, failed, notSent } = summary;
	const parts = [
		part(accepted, 'accepted by the service, do not send them again'),
		part(uncertain, 'sent, and may have been processed'),
		part(failed, 'refused or not delivered'),
		// One count is enough: a block names the requests that were not sent.
		saysNotSent.test(error.description ?? '') ? '' : part(notSent, 'not sent'),
	].filter((text) => text !== '');
	error.description = [
		error.description,
		...outage,
		...(parts.length > 0 ? [`Of this run: ${parts.join('; ')}.`] : []),
		...(accepted.length > 0
			? [`${accepted.length} of ${outcomes.length} were accepted. Retry sends only the rest.`]
			: []),
	]
		.filter((text) => text !== undefined && text !== null && text !== '')
		.join(' ');
	return error;
}

const saysNotSent = /requests? of this run (was|were) not sent/;

function part(items: number[], what: string): string {
	if (items.length === 0) return '';
	return `${items.length} ${items.length === 1 ? 'item' : 'items'} ${what} (${ranges(items)})`;
}

/** Ranges that a sentence names at the most; the error's context has all numbers. */
const maxRanges = 10;

/** Item numbers as a person reads them: `0 to 3, 7`. */
export function ranges(items: number[]): string {
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
