import type { JournalEntry } from '../../sandbox';
import type { ExpectedRequest } from './expectedRequests';

/** Requests as text that is equal where they are. */
export interface Differences {
	/** Expected but not received, or not as often as expected. */
	missing: string[];
	/** Received but not expected, or more often than expected. */
	unexpected: string[];
}

/**
 * Compares requests with the journal, whole and one for one: method, path, query, headers that the
 * interface asks for, body and the answer's status. Their order does not matter, since requests of
 * one step may overtake each other.
 */
export function compareJournal(expected: ExpectedRequest[], journal: JournalEntry[]): Differences {
	const balance = new Map<string, number>();
	const count = (text: string, step: 1 | -1) => balance.set(text, (balance.get(text) ?? 0) + step);
	expected.forEach((request) => count(expectedText(request), 1));
	journal.forEach((entry) => count(receivedText(entry), -1));
	const repeated = (sign: 1 | -1) =>
		[...balance].flatMap(([text, left]) => Array<string>(Math.max(0, sign * left)).fill(text));
	return { missing: repeated(1), unexpected: repeated(-1) };
}

function expectedText(request: ExpectedRequest): string {
	return inOneOrder({
		...request,
		accept: 'application/json',
		authorization: 'Bearer <valid>',
		...(request.body !== undefined && { contentType: 'application/json' }),
	});
}

function receivedText({ method, path, query, body, headers, status }: JournalEntry): string {
	const { accept, authorization, 'content-type': contentType } = headers;
	return inOneOrder({ method, path, query, body, status, accept, authorization, contentType });
}

/** JSON with the keys of every object sorted, so that their order makes no difference. */
function inOneOrder(value: object): string {
	return JSON.stringify(value, (_key, part: unknown) =>
		typeof part === 'object' && part !== null && !Array.isArray(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);
}
