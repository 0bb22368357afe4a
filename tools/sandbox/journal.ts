import type { IncomingHttpHeaders } from 'node:http';

/** One request as the sandbox received it, refused ones too. */
export interface JournalEntry {
	/** Its place in the order of arrival, from 1. */
	number: number;
	/** When its headers had arrived, ISO 8601. */
	receivedAt: string;
	method: string;
	path: string;
	query: unknown;
	/** As received, but `authorization` only says whether the key was the valid one, and other secrets only that they were there. */
	headers: IncomingHttpHeaders;
	/** The parsed JSON; the text where it is none; absent without a body. */
	body?: unknown;
	/** The status of the answer, `null` until there is one. */
	status: number | null;
}

/** An accepted campaign or event, with the id that it got. */
export interface Accepted {
	id: string;
	/** The request's number in the journal. */
	request: number;
	/** The request's body. */
	content: unknown;
}

/** The campaigns and events that were accepted, in the order of arrival. */
export interface AcceptedByKind {
	campaigns: Accepted[];
	events: Accepted[];
}

/** Everything that the sandbox received, in the order of arrival, without the API key. */
export class Journal {
	entries: JournalEntry[] = [];

	accepted: AcceptedByKind = { campaigns: [], events: [] };

	constructor(private readonly apiKey: string) {}

	/** Writes down a request that has just arrived. */
	add(
		request: Pick<JournalEntry, 'method' | 'path' | 'query'>,
		headers: IncomingHttpHeaders,
	): JournalEntry {
		const entry: JournalEntry = {
			number: this.entries.length + 1,
			receivedAt: new Date().toISOString(),
			...this.withoutKey({ ...request, headers: this.withoutSecrets(headers) }),
			status: null,
		};
		this.entries.push(entry);
		return entry;
	}

	/** Adds a request's body. */
	addBody(entry: JournalEntry, body: unknown): void {
		entry.body = this.withoutKey(body);
	}

	clear(): void {
		this.entries = [];
		this.accepted = { campaigns: [], events: [] };
	}

	private withoutKey<Value>(value: Value): Value {
		const text = JSON.stringify(value);
		const key = JSON.stringify(this.apiKey).slice(1, -1);
		if (!text.includes(key)) return value;
		return JSON.parse(text.replaceAll(key, '<API key>')) as Value;
	}

	private withoutSecrets(headers: IncomingHttpHeaders): IncomingHttpHeaders {
		const entries = Object.entries(headers).map(([name, value]) => {
			if (name === 'authorization') return [name, this.verdict(value as string)];
			return [name, /api-?key|auth|cookie|secret|token/.test(name) ? '<hidden>' : value];
		});
		return Object.fromEntries(entries) as IncomingHttpHeaders;
	}

	private verdict(authorization: string): string {
		if (authorization === `Bearer ${this.apiKey}`) return 'Bearer <valid>';
		return authorization.startsWith('Bearer ') ? 'Bearer <invalid>' : '<invalid>';
	}
}
