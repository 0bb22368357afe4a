import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

import { ServiceDocument, type OperationId } from '../../sandbox/document';
import { cases } from '../node/cases';

/** A request that arrived, judged by the document. */
export interface JudgedRequest {
	operationId?: OperationId;
	body?: unknown;
	/** Why the document refuses it; empty where it accepts it. */
	errors: string[];
}

/** A good answer of an operation, in whose output `request` says which request it answers. */
function answerOf(operationId: OperationId, request: number): unknown {
	const { answer } = cases.find(({ endpoint }) => endpoint === operationId)!;
	const { data } = answer;
	if (data === undefined) return { ...answer, request };
	return { ...answer, data: Array.isArray(data) ? [{ request }] : { request } };
}

/** A server on this machine that accepts everything, and notes what the document says of it. */
export class DocumentServer {
	/** All requests, in the order of their arrival. */
	requests: JudgedRequest[] = [];

	private readonly document = new ServiceDocument();

	private readonly server: Server = createServer(async (message, response) => {
		const request = await this.judge(message);
		this.requests.push(request);
		const answer = request.operationId && answerOf(request.operationId, this.requests.length - 1);
		response.setHeader('Content-Type', 'application/json');
		response.writeHead(answer ? 200 : 404).end(JSON.stringify(answer ?? {}));
	});

	async start(): Promise<void> {
		await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Why the document refuses the body of a request that was only shown. */
	errorsOf(operationId: OperationId, body: unknown): string[] {
		return this.document.requestErrors(operationId, { body });
	}

	private async judge(message: IncomingMessage): Promise<JudgedRequest> {
		const { pathname, searchParams } = new URL(message.url ?? '', this.url);
		const body = message.headers['content-type'] ? await json(message) : undefined;
		const operation = this.document.operations.find(
			({ method, path }) => method === message.method && path === pathname,
		);
		if (!operation) return { errors: [`no operation ${message.method} ${pathname}`] };
		const query = Object.fromEntries(
			[...searchParams.keys()].map((name) => {
				const values = searchParams.getAll(name);
				return [name, values.length === 1 ? values[0] : values];
			}),
		);
		const { operationId } = operation;
		return { operationId, body, errors: this.document.requestErrors(operationId, { body, query }) };
	}
}
