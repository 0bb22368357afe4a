import type { AddressInfo } from 'node:net';
import { ServiceDocument } from './document';
import { Journal, type JournalEntry } from './journal';
import { Limits } from './limits';
import { resolveOptions, type SandboxOptions } from './options';
import { readSeed } from './seed';
import { createServer, reset, serviceHandlers, type ServerParts } from './server';
import { Service, type Accepted } from './service';

/** A running sandbox, in this process or in another. */
export interface Sandbox {
	/** Its address, without a trailing slash: the credential's base URL. */
	url: string;
	apiKey: string;
	/** The journal: every request in the order of arrival, refused ones too. */
	requests(): Promise<JournalEntry[]>;
	/** The campaigns and events that were accepted. */
	accepted(): Promise<{ campaigns: Accepted[]; events: Accepted[] }>;
	/** Empties the journal, the limits, the block and what was accepted. */
	reset(): Promise<void>;
	/** Stops it at once; connections that are open are cut. */
	close(): Promise<void>;
}

/**
 * Starts a sandbox in this process.
 * @param options see `SandboxOptions`; a free port by default
 * @param now the clock of the limits, in milliseconds; tests may turn it themselves
 * @throws OptionError for a bad option; Error for a bad seed file or a port that is taken
 */
export async function startSandbox(
	options: SandboxOptions = {},
	now: () => number = () => performance.now(),
): Promise<Sandbox> {
	const resolved = resolveOptions(options);
	const { host, port, apiKey } = resolved;
	const document = new ServiceDocument(resolved.emailParameter);
	const service = new Service(readSeed(resolved.seed, document));
	const parts: ServerParts = {
		document,
		service,
		journal: new Journal(apiKey),
		limits: new Limits(resolved, now),
		options: resolved,
		handlers: serviceHandlers(service, document, resolved),
	};
	const server = createServer(parts);
	try {
		// n8n's engine opens a connection for every item at once: none may be turned away.
		await server.listen({ host, port, backlog: 8192 });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		throw new Error(`Port ${port} on ${host} is taken. Choose another one, or 0 for a free one.`);
	}
	const address = server.server.address() as AddressInfo;
	const urlHost = address.family === 'IPv6' ? `[${address.address}]` : address.address;
	return {
		url: `http://${urlHost}:${address.port}`,
		apiKey,
		// By way of JSON, so that what is given does not change as requests come in.
		requests: async () => JSON.parse(parts.journal.toJson()),
		accepted: async () => JSON.parse(JSON.stringify(service.accepted())),
		reset: async () => reset(parts),
		close: async () => await server.close(),
	};
}
