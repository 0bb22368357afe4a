import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A chat request, as far as it matters here. */
export interface ChatRequest {
	model: string;
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{
		function: { name: string; description: string; parameters: Record<string, unknown> };
	}>;
}

/** What the model says: a call of a tool, or its last word. */
export type ScriptedAnswer =
	{ tool: string; arguments: Record<string, unknown> } | { text: string };

export interface ModelServer {
	/** The base URL for an OpenAI credential. */
	url: string;
	close(): Promise<void>;
}

/**
 * Starts a server that speaks OpenAI's chat format and answers from a script.
 * `PUT /script` takes an array of answers, one for each request to come, and forgets the requests;
 * `GET /requests` gives the chat requests since then.
 */
export async function startModelServer(): Promise<ModelServer> {
	let script: ScriptedAnswer[] = [];
	let requests: ChatRequest[] = [];

	const answer = async (request: IncomingMessage, response: ServerResponse) => {
		const route = `${request.method} ${request.url}`;
		if (route === 'PUT /script') {
			script = (await bodyOf(request)) as ScriptedAnswer[];
			requests = [];
			return send(response, 200, {});
		}
		if (route === 'GET /requests') return send(response, 200, requests);
		if (route !== 'POST /v1/chat/completions') {
			return send(response, 404, { error: { message: `No ${route} here` } });
		}
		const chat = (await bodyOf(request)) as ChatRequest;
		requests.push(chat);
		const next = script.shift();
		if (!next) return send(response, 500, { error: { message: 'The script has ended' } });
		return send(response, 200, completion(chat.model, requests.length, next));
	};

	const server = createServer((request, response) => void answer(request, response));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		close: async () => {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}

function completion(model: string, number: number, answer: ScriptedAnswer): unknown {
	const message =
		'text' in answer
			? { role: 'assistant', content: answer.text }
			: {
					role: 'assistant',
					content: null,
					tool_calls: [
						{
							id: `call_${number}`,
							type: 'function',
							function: { name: answer.tool, arguments: JSON.stringify(answer.arguments) },
						},
					],
				};
	return {
		id: `chatcmpl-${number}`,
		object: 'chat.completion',
		created: 0,
		model,
		choices: [{ index: 0, message, finish_reason: 'text' in answer ? 'stop' : 'tool_calls' }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
	let text = '';
	for await (const chunk of request) text += String(chunk);
	return JSON.parse(text);
}

function send(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}
