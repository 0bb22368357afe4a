import type { IncomingHttpHeaders } from 'node:http';
import { isIP, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Operation, ServiceDocument } from './document';
import type { Journal, JournalEntry } from './journal';
import type { Limits } from './limits';
import type { ResolvedOptions } from './options';
import { Outages, type OutageKind, type OutageOrder } from './outages';
import type { Handlers } from './service';

declare module 'fastify' {
	interface FastifyRequest {
		/** Absent for the sandbox's own routes. */
		journalEntry: JournalEntry | undefined;
		/** Decided on arrival, takes effect once the body is in the journal. */
		fate: OutageKind | 403 | 429 | undefined;
	}
	interface FastifyContextConfig {
		/** The document's operation of this route; absent for the sandbox's own routes. */
		operation?: Operation;
	}
}

/** Large enough for a campaign of some 500,000 recipients. */
const bodyLimit = 64 * 1024 * 1024;

/** The parts that a server is made of. */
interface ServerParts {
	document: ServiceDocument;
	journal: Journal;
	options: ResolvedOptions;
	limits: Limits;
	handlers: Handlers;
}

/** Paths below it are the sandbox's own. */
const controlPrefix = '/_sandbox/';

/** The HTTP server of the sandbox. */
interface SandboxServer {
	/** Its address, once it has started. */
	readonly url: string;
	/** Begins to listen; throws where the port is taken. */
	start(): Promise<void>;
	outage(order: OutageOrder): void;
	/** Empties the journal and the limits, and ends an outage. */
	reset(): void;
	/** Stops it at once; connections that are open are cut. */
	close(): Promise<void>;
}

/**
 * The HTTP server of the sandbox, not yet listening. Its routes are the document's operations; a
 * request or an answer that breaks the document becomes a 400 or a 500.
 */
export function createServer(parts: ServerParts): SandboxServer {
	const { document, journal, limits, options } = parts;
	const server = fastify({ bodyLimit, exposeHeadRoutes: false });
	const outages = new Outages();
	const reset = () => {
		journal.clear();
		limits.reset();
		outages.order({ seconds: 0 });
	};

	/** Answers as the document shows it, unless the service has a body for it. @throws Error if that breaks the document */
	const answer = async (
		reply: FastifyReply,
		{ operationId }: Operation,
		status: number,
		body = document.exampleResponse(operationId, status),
	) => {
		const errors = document.responseErrors(operationId, status, body);
		if (errors.length > 0) throw new Error(errors.join('; '));
		return await reply.code(status).send(body);
	};

	server.decorateRequest('journalEntry', undefined);
	server.decorateRequest('fate', undefined);
	readBodiesLeniently(server, journal);

	server.addHook('onRequest', async (request, reply) => {
		if (isOfWebPage(request.headers, options.host)) {
			return await sendAsJson(reply, 403, 'The sandbox answers no web page');
		}
		if (request.url.startsWith(controlPrefix)) return;
		const { method, query, headers } = request;
		const path = request.url.split('?', 1)[0] ?? '';
		request.journalEntry = journal.add({ method, path, query }, headers);
		request.fate = outages.kind;
		if (request.routeOptions.config.operation) request.fate ??= limits.refusal();
	});
	server.addHook('preValidation', async (request, reply) => {
		const { fate } = request;
		if (fate === '503') return await sendAsJson(reply, 503, 'Service unavailable');
		if (fate === 'reset' || fate === 'silence') {
			if (fate === 'reset') request.raw.socket.resetAndDestroy();
			return reply.hijack();
		}
		const { operation } = request.routeOptions.config;
		if (!operation) return;
		const status = fate ?? headerRefusal(request, operation, options.apiKey);
		if (!status) return;
		const { retryAfter } = options;
		if (status === 429 && retryAfter !== undefined) reply.header('Retry-After', retryAfter);
		return await answer(reply, operation, status);
	});
	server.addHook('onSend', async (request, reply) => {
		if (!request.journalEntry) return;
		request.journalEntry.status = reply.statusCode;
		if (reply.statusCode === 400) limits.countBadRequest();
		if (options.latency > 0) await wait(options.latency);
	});
	server.setErrorHandler((error: Error, _request, reply) =>
		reply.code(500).send({ message: `Internal server error: ${error.message}` }),
	);
	server.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not found' }));

	for (const operation of document.operations) {
		const { operationId, method, path } = operation;
		/** An event's refusal says more than that of the others. */
		const refusalOf = (errors: string[]) => {
			if (operationId !== 'sendEvent') return undefined;
			const isEmail = errors.some((error) => error.startsWith('body/contact/email '));
			return document.exampleResponse(operationId, 400, isEmail ? 'invalidEmail' : 'badRequest');
		};
		const handler = async (request: FastifyRequest, reply: FastifyReply) => {
			const { body, query } = request as { body?: unknown; query: Record<string, unknown> };
			const errors = document.requestErrors(operationId, { body, query });
			if (errors.length > 0) return await answer(reply, operation, 400, refusalOf(errors));
			const given = parts.handlers[operationId]?.(request);
			return await answer(reply, operation, given?.status ?? 200, given?.body);
		};
		server.route({ method, url: path, config: { operation }, handler });
	}
	server.get(`${controlPrefix}requests`, () => journal.entries);
	server.get(`${controlPrefix}accepted`, () => journal.accepted);
	server.post(`${controlPrefix}outage`, async ({ body }, reply) => {
		try {
			outages.order(body);
		} catch (error) {
			return await reply.code(400).send({ message: (error as Error).message });
		}
		return await reply.code(204).send();
	});
	server.post(`${controlPrefix}reset`, async (_request, reply) => {
		reset();
		return await reply.code(204).send();
	});
	return {
		get url() {
			const { address, port } = server.server.address() as AddressInfo;
			return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
		},
		outage: (order) => outages.order(order),
		reset,
		start: async () => {
			const { host, port } = options;
			// n8n's engine opens a connection for every item at once: none may be turned away.
			await server.listen({ host, port, backlog: 8192 });
		},
		close: async () => {
			server.server.closeAllConnections();
			await server.close();
		},
	};
}

/** Pages name themselves in Origin, or in Host where their name was made to lead here (DNS rebinding): they get nothing. */
function isOfWebPage({ host = '', origin }: IncomingHttpHeaders, ownHost: string): boolean {
	const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
	return origin !== undefined || !(['localhost', ownHost].includes(name) || isIP(name) !== 0);
}

/** Sends an answer that is not the service's, and so not in the document. */
async function sendAsJson(
	reply: FastifyReply,
	status: number,
	message: string,
): Promise<FastifyReply> {
	return await reply.code(status).type('application/json').send(JSON.stringify({ message }));
}

/**
 * Takes JSON as JSON and everything else as text, so that a broken or mislabelled body reaches
 * the journal and is then refused by the document. Keys such as `__proto__` stay as they came.
 */
function readBodiesLeniently(server: FastifyInstance, journal: Journal): void {
	server.removeAllContentTypeParsers();
	server.addContentTypeParser<string>('*', { parseAs: 'string' }, (request, text, done) => {
		if (text === '') return done(null, undefined);
		const isJson = /^application\/json\b/i.test(request.headers['content-type'] ?? '');
		const body = isJson ? parsed(text) : text;
		if (request.journalEntry) journal.addBody(request.journalEntry, body);
		done(null, body);
	});
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** Refuses by the headers, as the interface's "Authentication" says. */
function headerRefusal(
	request: FastifyRequest,
	operation: Operation,
	apiKey: string,
): 400 | 401 | 406 | undefined {
	const { headers } = request;
	if (headers.authorization !== `Bearer ${apiKey}`) return 401;
	// Only the operations that list 406 look at Accept.
	if (operation.statuses.includes('406') && !acceptsJson(headers.accept)) return 406;
	// "Payload sent: none."
	const hasBody = Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers;
	return !operation.hasBody && hasBody ? 400 : undefined;
}

function acceptsJson(accept: string | undefined): boolean {
	return (
		accept !== undefined &&
		new Negotiator({ headers: { accept } }).mediaType(['application/json']) !== undefined
	);
}
