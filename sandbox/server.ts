import { setTimeout as wait } from 'node:timers/promises';
import fastifyResponseValidation from '@fastify/response-validation';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { addControlRoutes, controlOf, controlPrefix, type Control } from './control';
import type { Operation, SchemaObject, ServiceDocument } from './document';
import { foreignRefusal } from './foreignRequests';
import type { Journal, JournalRecord } from './journal';
import type { Limits } from './limits';
import { Listener } from './listener';
import { plannedOutage, type ResolvedOptions } from './options';
import { Outages, type OutageKind } from './outages';
import type { Handlers } from './service';

declare module 'fastify' {
	interface FastifyRequest {
		/** Absent for the sandbox's own routes. */
		journalRecord: JournalRecord | undefined;
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
export interface ServerParts {
	document: ServiceDocument;
	journal: Journal;
	options: ResolvedOptions;
	limits: Limits;
	handlers: Handlers;
}

/** The HTTP server of the sandbox. */
export interface SandboxServer {
	/** Its address, once it has started. */
	readonly url: string;
	control: Control;
	/** Begins to listen; throws where the port is taken. */
	start(): Promise<void>;
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
	const listener = new Listener(server.server, options.host, options.port);
	const outages = new Outages(listener, plannedOutage(options));
	const control = controlOf(journal, limits, outages);

	server.decorateRequest('journalRecord', undefined);
	server.decorateRequest('fate', undefined);
	server.setValidatorCompiler<SchemaObject>(({ schema }) => document.validator.compile(schema));
	server.setSerializerCompiler(() => JSON.stringify);
	readBodiesLeniently(server, journal);

	server.addHook('onRequest', async (request, reply) => {
		const foreign = foreignRefusal(request.headers, options.host);
		if (foreign) return await sendAsJson(reply, foreign.status, foreign.message);
		if (request.url.startsWith(controlPrefix)) return;
		const { method, query, headers } = request;
		const path = request.url.split('?', 1)[0] ?? '';
		request.journalRecord = journal.add({ method, path, query, headers });
		request.fate = outages.kind;
		if (request.routeOptions.config.operation) request.fate ??= limits.refusal();
		await outages.countRequest();
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
		// A request on a connection that was there before new ones were refused is answered.
		const refusal = fate === 'refused' ? undefined : fate;
		const status = refusal ?? headerRefusal(request, operation, options.apiKey);
		if (!status) return;
		const retryAfter = status === 429 ? retryAfterHeader(options) : undefined;
		if (retryAfter !== undefined) reply.header('Retry-After', retryAfter);
		return await reply.code(status).send(document.exampleResponse(operation.operationId, status));
	});
	server.addHook('onSend', async (request, reply) => {
		if (request.journalRecord) {
			const { clockSkew, latency } = options;
			request.journalRecord.entry.status = reply.statusCode;
			if (reply.statusCode === 400) limits.countBadRequest();
			if (latency > 0) await wait(latency);
			if (clockSkew !== 0) reply.header('Date', httpDate(Date.now() / 1000 + clockSkew));
		}
		await outages.beforeAnswer();
		if (outages.kind === 'refused') reply.header('Connection', 'close');
	});
	server.setErrorHandler((error, request, reply) => answerError(error, request, reply, parts));
	server.setNotFoundHandler((_request, reply) => reply.code(404).send({ message: 'Not found' }));

	server.register(fastifyResponseValidation, {
		ajv: document.validator,
		responseStatusCodeValidation: true,
	});
	server.register(async (routes) => {
		for (const operation of document.operations) {
			routes.route({
				method: operation.method,
				url: operation.path,
				config: { operation },
				schema: {
					...(operation.body && { body: operation.body }),
					...(operation.query && { querystring: operation.query }),
					response: operation.responses,
				},
				handler: async (request, reply) => {
					const { operationId } = operation;
					const answer = parts.handlers[operationId]?.(request);
					const { status, body } = answer ?? {
						status: 200,
						body: document.exampleResponse(operationId, 200),
					};
					return await reply.code(status).send(body);
				},
			});
		}
	});
	addControlRoutes(server, control, outages);
	return {
		get url() {
			return listener.url;
		},
		control,
		start: async () => {
			await server.ready();
			await listener.open();
			await outages.restart();
		},
		close: async () => {
			outages.stop();
			server.server.closeAllConnections();
			await server.close();
		},
	};
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
		const json = /^application\/json\b/i.test(request.headers['content-type'] ?? '')
			? parsed(text)
			: undefined;
		const { journalRecord } = request;
		if (journalRecord) journal.addBody(journalRecord, json ? text : JSON.stringify(text));
		done(null, json ? json.value : text);
	});
}

function parsed(text: string): { value: unknown } | undefined {
	try {
		return { value: JSON.parse(text) };
	} catch {
		return undefined;
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
	if (operation.responses['406'] && !acceptsJson(headers.accept)) return 406;
	// "Payload sent: none."
	const hasBody = Number(headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in headers;
	return !operation.body && hasBody ? 400 : undefined;
}

function acceptsJson(accept: string | undefined): boolean {
	return (
		accept !== undefined &&
		new Negotiator({ headers: { accept } }).mediaType(['application/json']) !== undefined
	);
}

function retryAfterHeader(options: ResolvedOptions): string | undefined {
	const { retryAfter, retryAfterDate, clockSkew } = options;
	if (retryAfter === undefined || !retryAfterDate) return retryAfter?.toString();
	// An HTTP date has whole seconds: rounded up, so that it does not come too early.
	return httpDate(Math.ceil(Date.now() / 1000) + clockSkew + retryAfter);
}

/** The form of dates in HTTP headers, for a time in seconds. */
function httpDate(seconds: number): string {
	return new Date(seconds * 1000).toUTCString();
}

/** A request that breaks the document is a 400, everything else the sandbox's own fault. */
function answerError(
	error: unknown,
	request: FastifyRequest,
	reply: FastifyReply,
	{ document, options }: ServerParts,
): FastifyReply {
	const operationId = request.routeOptions.config.operation?.operationId;
	const problem = error as Partial<RequestError>;
	if (!operationId || !problem.validationContext) {
		// Fastify's own text says which part of the answer breaks which rule.
		const message = `Internal server error: ${problem.message ?? String(error)}`;
		return reply.code(500).send({ message });
	}
	if (operationId !== 'sendEvent') {
		const status = operationId === 'sendCampaign' ? options.campaignFailureStatus : 400;
		return reply.code(status).send(document.exampleResponse(operationId, 400));
	}
	const isEmail = problem.validation?.some((it) => it.instancePath === '/contact/email');
	const example = isEmail ? 'invalidEmail' : 'badRequest';
	return reply.code(400).send(document.exampleResponse(operationId, 400, example));
}

/** Fastify adds this to an error when a request does not fit its schema. */
interface RequestError extends Error {
	validationContext: string;
	validation: Array<{ instancePath: string }>;
}
