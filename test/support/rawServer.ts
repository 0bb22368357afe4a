import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A server that speaks below HTTP, so that it can break off anywhere. */
export interface RawServer {
	/** Its address: the credential's Base URL. */
	url: string;
	/** Host and port, as an error names them. */
	host: string;
	/** The requests that arrived whole, as text. */
	requests: string[];
	close(): Promise<void>;
}

/** @param respond what to do with the connection once a request has arrived */
export async function startRawServer(respond: (socket: Socket) => void): Promise<RawServer> {
	const requests: string[] = [];
	const sockets = new Set<Socket>();
	const server = createServer((socket) => {
		sockets.add(socket);
		let text = '';
		socket.on('error', () => {});
		socket.on('data', (chunk) => {
			text += chunk.toString();
			const [head = '', body] = text.split('\r\n\r\n');
			const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
			if (body === undefined || body.length < length) return;
			requests.push(text);
			respond(socket);
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url: `http://${host}`,
		host,
		requests,
		close: async () => {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}

/** An HTTP answer as text, its length as it is unless another one is claimed. */
export function httpAnswer(
	body: string,
	{ type = 'application/json', length = Buffer.byteLength(body), headers = '' } = {},
): string {
	return `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n${headers}\r\n${body}`;
}
