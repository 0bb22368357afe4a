import fastifyResponseValidation from '@fastify/response-validation';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { Operation, OperationId, SchemaObject, ServiceDocument } from './document';
import type { Journal, JournalEntry } from './journal';
import type { Limits } from './limits';
import type { ResolvedOptions } from './options';
import type { Answer, Service } from './service';

declare module 'fastify' {
	interface FastifyRequest {
		journalEntry: JournalEntry | undefined;
		/** Decided on arrival, answered once the body is in the journal. */
		refusal: 403 | 429 | undefined;
	}
	interface FastifyContextConfig {
		/** The document's operation of this route; absent for the sandbox's own routes. */
		operation?: Operation;
	}
}

/** What an operation does with a request that the document accepts. */
export type Handlers = Record<OperationId, (request: FastifyRequest) => Answer>;

/** Large enough for a campaign of some 500,000 recipients. */
const bodyLimit = 64 * 1024 * 1024;

const controlPrefix = '/_sandbox/';

/** The parts that a server is made of. */
export interface ServerParts {
	document: ServiceDocument;
	service: Service;
	journal: Journal;
	options: ResolvedOptions;
	limits: Limits;
	handlers: Handlers;
}

/** The handlers that answer as the service does. */
export function serviceHandlers(
	service: Service,
	document: ServiceDocument,
	options: ResolvedOptions,
): Handlers {
	const ok = (body: unknown): Answer => ({ status: 200, body });
	const numberOf = (request: FastifyRequest) => request.journalEntry?.number ?? 0;
	return {
		sendCampaign: (request) => ok(service.sendCampaign(request.body, numberOf(request))),
		verifyEmail: (request) => ok(service.verifyEmail((request.body as { email: string }).email)),
		findContact: (request) => {
			const query = request.query as Record<string, string>;
			const found = service.findContact(query[options.emailParameter] ?? '');
			return found
				? ok(found)
				: { status: options.notFoundStatus, body: document.exampleResponse('findContact', 404) };
		},
		getLists: () => ok(service.getLists()),
		getVariables: () => ok(service.getVariables()),
		sendEvent: (request) => ok(service.sendEvent(request.body, numberOf(request))),
	};
}

/**
 * The HTTP server of the sandbox, not yet listening. Its routes are the document's operations; a
 * request or an answer that breaks the document becomes a 400 or a 500.
 */
export function createServer(parts: ServerParts): FastifyInstance {
	const { document, journal, limits, options } = parts;
	const server = fastify({ bodyLimit, forceCloseConnections: true, exposeHeadRoutes: false });

	server.decorateRequest('journalEntry', undefined);
	server.decorateRequest('refusal', undefined);
	server.setValidatorCompiler<SchemaObject>(({ schema }) => document.validator.compile(schema));
	server.setSerializerCompiler(() => JSON.stringify);
	readBodiesLeniently(server);

	server.addHook('onRequest', (request, _reply, done) => {
		if (!request.url.startsWith(controlPrefix)) {
			const { method, query, headers } = request;
			const path = request.url.split('?', 1)[0] ?? '';
			request.journalEntry = journal.add({ method, path, query, headers });
			if (request.routeOptions.config.operation) request.refusal = limits.refusal();
		}
		done();
	});
	server.addHook('preValidation', async (request, reply) => {
		if (request.journalEntry) request.journalEntry.body = request.body;
		const { operation } = request.routeOptions.config;
		if (!operation) return;
		const status = request.refusal ?? headerRefusal(request, operation, options.apiKey);
		if (!status) return;
		const retryAfter = status === 429 ? retryAfterHeader(options) : undefined;
		if (retryAfter !== undefined) reply.header('Retry-After', retryAfter);
		return await reply.code(status).send(document.exampleResponse(operation.operationId, status));
	});
	server.addHook('onSend', (request, reply, _payload, done) => {
		if (request.journalEntry) {
			request.journalEntry.status = reply.statusCode;
			if (reply.statusCode === 400) limits.countBadRequest();
		}
		if (request.journalEntry && options.latency > 0) setTimeout(done, options.latency);
		else done();
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
					const { status, body } = parts.handlers[operation.operationId](request);
					return await reply.code(status).send(body);
				},
			});
		}
	});
	if (options.alsoAccept) {
		server.post(options.alsoAccept, async (_request, reply) => reply.code(201).send({ id: 1 }));
	}
	addControlRoutes(server, parts);
	return server;
}

/**
 * Takes JSON as JSON and everything else as text, so that a broken or mislabelled body reaches
 * the journal and is then refused by the document. Keys such as `__proto__` stay as they came.
 */
function readBodiesLeniently(server: FastifyInstance): void {
	server.removeAllContentTypeParsers();
	server.addContentTypeParser<string>('*', { parseAs: 'string' }, (request, text, done) => {
		if (text === '') return done(null, undefined);
		if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
			return done(null, text);
		}
		try {
			done(null, JSON.parse(text));
		} catch {
			done(null, text);
		}
	});
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

function retryAfterHeader({ retryAfter, retryAfterDate }: ResolvedOptions): string | undefined {
	if (retryAfter === undefined || !retryAfterDate) return retryAfter?.toString();
	// An HTTP date has whole seconds: rounded up, so that it does not come too early.
	const seconds = Math.ceil(Date.now() / 1000) + retryAfter;
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

/** What Fastify adds to an error when a request does not keep to its schema. */
interface RequestError extends Error {
	validationContext: string;
	validation: Array<{ instancePath: string }>;
}

/** Empties the journal and what was accepted, and restarts the limits. */
export function reset({ journal, service, limits }: ServerParts): void {
	journal.clear();
	service.clear();
	limits.reset();
}

/** The sandbox's own routes, which need no key and know no limits. */
function addControlRoutes(server: FastifyInstance, parts: ServerParts): void {
	server.get(`${controlPrefix}requests`, async (_request, reply) =>
		reply.type('application/json').send(parts.journal.toJson()),
	);
	server.get(`${controlPrefix}accepted`, async () => parts.service.accepted());
	server.post(`${controlPrefix}reset`, async (_request, reply) => {
		reset(parts);
		return await reply.code(204).send();
	});
}
