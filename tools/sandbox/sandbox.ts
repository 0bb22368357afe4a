import { ServiceDocument } from './document';
import { Journal, type AcceptedByKind, type JournalEntry } from './journal';
import { Limits } from './limits';
import { defaults, type SandboxOptions } from './options';
import type { OutageOrder } from './outages';
import { createServer } from './server';
import { readSeed, serviceHandlers } from './service';

/** A running sandbox, in this process or in another. */
export interface Sandbox {
	/** Its address, without a trailing slash: the credential's base URL. */
	url: string;
	apiKey: string;
	/** The journal: every request in the order of arrival, refused ones too. */
	requests(): Promise<JournalEntry[]>;
	/** The campaigns and events that were accepted. */
	accepted(): Promise<AcceptedByKind>;
	/** Begins an outage that lasts so many seconds; 0 seconds end the one there is. */
	outage(order: OutageOrder): Promise<void>;
	/** Empties the journal, the limits, the block and what was accepted, and ends an outage. */
	reset(): Promise<void>;
	/** Stops it at once; connections that are open are cut. */
	close(): Promise<void>;
}

/** It never changes: all sandboxes of a process read it once, and compile its schemas once. */
let document: ServiceDocument | undefined;

/**
 * Starts a sandbox in this process.
 * @param options see `SandboxOptions`; a free port by default
 * @param now the clock of the limits, in milliseconds; tests may turn it themselves
 * @throws Error for a port that is taken
 */
export async function startSandbox(
	options: SandboxOptions = {},
	now: () => number = () => performance.now(),
): Promise<Sandbox> {
	const resolved = { ...defaults, ...options };
	const { apiKey } = resolved;
	document ??= new ServiceDocument();
	const journal = new Journal(apiKey);
	const server = createServer({
		document,
		journal,
		limits: new Limits(resolved, now),
		options: resolved,
		handlers: serviceHandlers(readSeed(resolved.seed), document, journal),
	});
	await server.start();
	return {
		url: server.url,
		apiKey,
		requests: async () => structuredClone(journal.entries),
		accepted: async () => structuredClone(journal.accepted),
		outage: async (order) => await Promise.resolve(server.outage(order)),
		reset: async () => await Promise.resolve(server.reset()),
		close: server.close,
	};
}
