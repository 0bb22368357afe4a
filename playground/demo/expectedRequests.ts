import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JournalEntry } from '../../sandbox';

/** A request of the sandbox's journal, without what differs from run to run. */
export type ExpectedRequest = Pick<JournalEntry, 'method' | 'path' | 'query' | 'body' | 'status'>;

/** The example's requests for its own contacts: a request a line, read by people when it changes. */
const file = join(__dirname, 'expected-requests.jsonl');

export function readExpectedRequests(): ExpectedRequest[] {
	const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
	return lines.map((line) => JSON.parse(line) as ExpectedRequest);
}

/** Replaces the expected requests with the received ones, in an order that does not vary. */
export function writeExpectedRequests(journal: JournalEntry[]): void {
	const lines = journal.map(({ method, path, query, body, status }) =>
		JSON.stringify({ method, path, query, body, status }),
	);
	writeFileSync(file, `${lines.sort().join('\n')}\n`);
}
