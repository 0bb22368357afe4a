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
	/** As received, but `authorization` only says whether the key was the valid one. */
	headers: IncomingHttpHeaders;
	/** The parsed JSON; the text where it is none; absent without a body. */
	body?: unknown;
	/** The status of the answer, `null` until there is one. */
	status: number | null;
}

/** Everything that the sandbox received, in the order of arrival, without the API key. */
export class Journal {
	private entries: JournalEntry[] = [];

	constructor(private readonly apiKey: string) {}

	/** Writes down a request that has just arrived. Body and status are filled in as they come. */
	add(request: Pick<JournalEntry, 'method' | 'path' | 'query' | 'headers'>): JournalEntry {
		const { authorization } = request.headers;
		const entry: JournalEntry = {
			number: this.entries.length + 1,
			receivedAt: new Date().toISOString(),
			...request,
			headers:
				authorization === undefined
					? request.headers
					: { ...request.headers, authorization: this.withoutKey(authorization) },
			status: null,
		};
		this.entries.push(entry);
		return entry;
	}

	/** The entries as JSON. */
	toJson(): string {
		return JSON.stringify(this.entries);
	}

	clear(): void {
		this.entries = [];
	}

	private withoutKey(authorization: string): string {
		if (authorization === `Bearer ${this.apiKey}`) return 'Bearer <valid>';
		return authorization.startsWith('Bearer ') ? 'Bearer <invalid>' : '<invalid>';
	}
}
