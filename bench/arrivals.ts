import type { JournalEntry } from '../sandbox';
import { contacts } from './contacts';

/** The service's figures of a run. */
export interface Arrivals {
	requests: number;
	/** Requests that were not accepted. */
	refused: number;
	/** Contacts whose event or campaign was accepted, with the item's number, first name and email. */
	delivered: number;
	/** Contacts of which nothing was accepted, or not what the item says. */
	lost: number;
	/** Acceptances of a contact that had been accepted before. */
	twice: number;
	/** When the first request and the last arrived, in milliseconds since 1970; missing without any. */
	firstAt?: number;
	lastAt?: number;
}

const fields = ['messenger_number', 'first_name', 'email'];

/** Compares what was accepted with the `items` contacts that Source has made. */
export function arrivals(journal: JournalEntry[], items: number): Arrivals {
	const keyOf = (contact: Fields) => JSON.stringify(fields.map((field) => contact[field]));
	const accepted = journal.filter(({ status }) => status !== null && status < 300);
	const arrived = accepted.flatMap(({ body }) => contactsOf(body as Body)).map(keyOf);
	const different = new Set(arrived);
	const expected = contacts(items).map(keyOf);
	const delivered = expected.filter((key) => different.has(key)).length;
	const times = journal.map(({ receivedAt }) => Date.parse(receivedAt));
	return {
		requests: journal.length,
		refused: journal.length - accepted.length,
		delivered,
		lost: items - delivered,
		twice: arrived.length - different.size,
		firstAt: times[0],
		lastAt: times.at(-1),
	};
}

type Fields = Record<string, unknown>;
type Body = { recipient: Fields[] } | { contact: Fields };

/** The contacts in a body, with the names of Source's fields. */
function contactsOf(body: Body): Fields[] {
	if ('recipient' in body) return body.recipient;
	const { name: first_name, ...contact } = body.contact;
	return [{ first_name, ...contact }];
}
