import type { IncomingHttpHeaders } from 'node:http';
import { withoutKey } from './redaction';

/** One request as the sandbox received it, refused ones too. */
export interface JournalEntry {
	/** Its place in the order of arrival, from 1. */
	number: number;
	/** When its headers had arrived, ISO 8601. */
	receivedAt: string;
	method: string;
	path: string;
	query: unknown;
	/**
	 * As received, but `authorization` only says whether the key was the valid one, and other
	 * headers for secrets only that they were there.
	 */
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

/** A request in the journal, which learns more of it until it is answered. */
export interface JournalRecord {
	readonly entry: Omit<JournalEntry, 'body'>;
	/**
	 * The body as JSON text: it may be nested too deep for `JSON.stringify`, and takes less memory
	 * than the value.
	 */
	body?: string;
	accepted?: { kind: keyof AcceptedByKind; id: string };
}

/** The number of characters of requests that are kept: more than enough for 100,000 events. */
const defaultCapacity = 256 * 1024 * 1024;

/** About the size of an entry without its headers, path and body. */
const entrySize = 500;

/**
 * Everything that the sandbox received, in the order of arrival, without the API key. Where it
 * becomes too much, the oldest requests leave; the others keep their numbers.
 */
export class Journal {
	private records: JournalRecord[] = [];

	private received = 0;

	private size = 0;

	/** @param capacity how many characters of requests are kept; the newest one is kept anyway */
	constructor(
		private readonly apiKey: string,
		private readonly capacity = defaultCapacity,
	) {}

	/** Writes down a request that has just arrived. */
	add(request: Pick<JournalEntry, 'method' | 'path' | 'query' | 'headers'>): JournalRecord {
		this.received += 1;
		const record: JournalRecord = {
			entry: {
				number: this.received,
				receivedAt: new Date().toISOString(),
				...request,
				headers: this.withoutSecrets(request.headers),
				status: null,
			},
		};
		this.records.push(record);
		this.grow(sizeOf(record));
		return record;
	}

	/** Adds a request's body, as JSON text. */
	addBody(record: JournalRecord, body: string): void {
		record.body = body;
		const firstNumber = this.records[0]?.entry.number ?? 0;
		const isKept = this.records[record.entry.number - firstNumber] === record;
		if (isKept) this.grow(body.length);
	}

	/** The entries as a JSON array. */
	toJson(): string {
		return listed(
			this.records.map(({ entry, body }) => this.cleaned(JSON.stringify(entry), 'body', body)),
		);
	}

	/** The campaigns and events that were accepted, as `AcceptedByKind` in JSON. */
	acceptedToJson(): string {
		const ofKind = (wanted: keyof AcceptedByKind) =>
			this.records.flatMap(({ entry, body, accepted }) => {
				if (accepted?.kind !== wanted) return [];
				const head = JSON.stringify({ id: accepted.id, request: entry.number });
				return [this.cleaned(head, 'content', body)];
			});
		return `{"campaigns":${listed(ofKind('campaigns'))},"events":${listed(ofKind('events'))}}`;
	}

	clear(): void {
		this.records = [];
		this.received = 0;
		this.size = 0;
	}

	private grow(size: number): void {
		this.size += size;
		if (this.size <= this.capacity) return;
		// A tenth at once: to move all the others for each request would take long.
		let leaving = 0;
		while (this.size > this.capacity * 0.9 && leaving < this.records.length - 1) {
			const record = this.records[leaving]!;
			this.size -= sizeOf(record) + (record.body?.length ?? 0);
			leaving += 1;
		}
		this.records.splice(0, leaving);
	}

	/** A JSON object with a body as its last property, where there is one. */
	private cleaned(head: string, name: string, body: string | undefined): string {
		const whole = body === undefined ? head : `${head.slice(0, -1)},"${name}":${body}}`;
		return withoutKey(whole, this.apiKey);
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

function sizeOf({ entry }: JournalRecord): number {
	const { path, query, headers } = entry;
	return entrySize + path.length + JSON.stringify([query, headers]).length;
}

function listed(items: string[]): string {
	return `[${items.join(',')}]`;
}
