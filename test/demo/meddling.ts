import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox, type Sandbox } from '../../sandbox';

/** A request on its way to the sandbox. */
export interface Passing {
	method: string;
	path: string;
	body: string;
}

/** What becomes of a request: the requests that the sandbox gets in its place. */
export type Meddling = (request: Passing) => Passing[];

/**
 * A sandbox behind a server that may drop, change or repeat what is on its way there. A request
 * that is dropped gets no answer: its connection is cut.
 */
export async function startMeddlingService(meddle: Meddling): Promise<Sandbox> {
	const sandbox = await startSandbox();
	const server = createServer((request, response) => {
		void pass(request, response, sandbox.url, meddle);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		...sandbox,
		url: `http://127.0.0.1:${port}`,
		close: async () => {
			server.closeAllConnections();
			server.close();
			await sandbox.close();
		},
	};
}

async function pass(
	request: IncomingMessage,
	response: ServerResponse,
	target: string,
	meddle: Meddling,
): Promise<void> {
	const { method = 'GET', url: path = '/', headers } = request;
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);

	let answer: Response | undefined;
	for (const passing of meddle({ method, path, body: Buffer.concat(chunks).toString() })) {
		answer = await fetch(target + passing.path, {
			method: passing.method,
			headers: {
				accept: String(headers.accept),
				authorization: String(headers.authorization),
				...(headers['content-type'] && { 'content-type': headers['content-type'] }),
			},
			...(passing.body && { body: passing.body }),
		});
	}
	if (!answer) {
		request.socket.destroy();
		return;
	}
	response.writeHead(answer.status, { 'content-type': 'application/json' });
	response.end(await answer.text());
}
