import type { JournalEntry } from '../sandbox';
import { contacts } from './candidates/contacts';

/** What the service says of a run. */
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

/** Compares what was accepted with the `items` contacts that Source has made. */
export function arrivals(journal: JournalEntry[], items: number): Arrivals {
	const accepted = journal.filter(({ status }) => status !== null && status < 300);
	const arrived = accepted.flatMap(({ body }) => contactsOf(body as Body));
	const different = new Set(arrived);
	const expected = contacts(items).map(({ messenger_number, first_name, email }) =>
		keyOf({ messenger_number, first_name, email }),
	);
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
type Body = { recipient: Fields[] } | { contact: Fields } | { email: string; attributes: Fields };

function contactsOf(body: Body): string[] {
	if ('recipient' in body) return body.recipient.map(keyOf);
	if ('attributes' in body) {
		const { SMS: messenger_number, FIRSTNAME: first_name } = body.attributes;
		return [keyOf({ messenger_number, first_name, email: body.email })];
	}
	const { name: first_name, ...contact } = body.contact;
	return [keyOf({ first_name, ...contact })];
}

function keyOf({ messenger_number, first_name, email }: Fields): string {
	return JSON.stringify([messenger_number, first_name, email]);
}
