import { createHash } from 'node:crypto';

import type { JournalEntry } from '../../sandbox';

/** What the sandbox's journal says of a run. */
export interface Tally {
	requests: number;
	/** Requests refused by the rate limit. */
	refused: number;
	/** Different bodies that were accepted. */
	delivered: number;
	/** Acceptances of a body that had been accepted before. */
	sentTwice: number;
	/** Recipients of the accepted campaigns. */
	recipients: number;
}

/** Counts what arrived; every item of a benchmark has a body of its own. */
export function tally(journal: JournalEntry[]): Tally {
	const accepted = journal.filter(({ status }) => status !== null && status < 300);
	const bodies = new Set(accepted.map(({ body }) => digest(body)));
	return {
		requests: journal.length,
		refused: journal.filter(({ status }) => status === 429).length,
		delivered: bodies.size,
		sentTwice: accepted.length - bodies.size,
		recipients: accepted.reduce((sum, { body }) => sum + recipientsOf(body), 0),
	};
}

function digest(body: unknown): string {
	return createHash('sha1').update(JSON.stringify(body)).digest('base64');
}

function recipientsOf(body: unknown): number {
	const { recipient } = (body ?? {}) as { recipient?: unknown };
	return Array.isArray(recipient) ? recipient.length : 0;
}
