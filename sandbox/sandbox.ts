import type { AddressInfo } from 'node:net';
import { ServiceDocument } from './document';
import { Journal, type JournalEntry } from './journal';
import { resolveOptions, type SandboxOptions } from './options';
import { readSeed } from './seed';
import { createServer, serviceHandlers } from './server';
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
	const server = createServer({
		document,
		service,
		journal: new Journal(apiKey),
		options: resolved,
		now,
		handlers: serviceHandlers(service, document, resolved),
	});
	try {
		// n8n's engine opens a connection for every item at once: none may be turned away.
		await server.listen({ host, port, backlog: 8192 });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		throw new Error(`Port ${port} on ${host} is taken. Choose another one, or 0 for a free one.`);
	}
	const address = server.server.address() as AddressInfo;
	const urlHost = address.family === 'IPv6' ? `[${address.address}]` : address.address;
	const control = async (method: 'GET' | 'POST', name: string) =>
		(await server.inject({ method, url: `/_sandbox/${name}` })).payload;
	return {
		url: `http://${urlHost}:${address.port}`,
		apiKey,
		requests: async () => JSON.parse(await control('GET', 'requests')),
		accepted: async () => JSON.parse(await control('GET', 'accepted')),
		reset: async () => void (await control('POST', 'reset')),
		close: async () => await server.close(),
	};
}
