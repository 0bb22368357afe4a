import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a server may answer that is not the service, by the path that its Base URL ends with. */
const answers = {
	forbidden: { status: 403, body: { message: 'Too many bad requests' } },
	web: { status: 200, type: 'text/html', body: '<!doctype html><title>Welcome</title>' },
	other: { status: 200, body: { name: 'Another service', version: 3 } },
	moved: { status: 302, location: 'https://elsewhere.example/webhook/lists', body: {} },
};

export interface WrongServices {
	/** The Base URL that leads to an answer, or to none of them. */
	url(answer?: keyof typeof answers): string;
	close(): Promise<void>;
}

/** Starts a server on loopback that answers in all the wrong ways. */
export async function startWrongServices(): Promise<WrongServices> {
	const server = createServer((request, response) => {
		const [, name = ''] = (request.url ?? '').split('/');
		const answer = Object.hasOwn(answers, name) ? answers[name as keyof typeof answers] : undefined;
		const { status, body, type, location } = {
			type: 'application/json',
			location: undefined,
			...(answer ?? { status: 404, body: {} }),
		};
		response.writeHead(status, { 'content-type': type, ...(location && { location }) });
		response.end(typeof body === 'string' ? body : JSON.stringify(body));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: (answer) => `http://127.0.0.1:${port}${answer ? `/${answer}` : ''}`,
		close: async () => {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}
