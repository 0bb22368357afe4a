import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** Decides on one CONNECT: opens the tunnel, or takes the connection. */
export type TunnelFate = 'tunnel' | ((socket: Socket, request: IncomingMessage) => void);

const page = '<html><body>No</body></html>';

/** Refuses with a status and a page. */
export const refusesWith =
	(status: number, words = 'Refused'): TunnelFate =>
	(socket) =>
		void socket.end(
			`HTTP/1.1 ${status} ${words}\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n\r\n${page}`,
		);

/** Refuses with a status, and its page comes too late for the client. */
export const refusesInParts =
	(status: number): TunnelFate =>
	(socket) => {
		socket.write(`HTTP/1.1 ${status} Refused\r\nContent-Length: ${page.length}\r\n\r\n<html>`);
		setTimeout(() => socket.end(page), 20);
	};

export const resets: TunnelFate = (socket) => socket.resetAndDestroy();
export const ends: TunnelFate = (socket) => void socket.end();
export const hangs: TunnelFate = () => {};

/** Opens the tunnel, but nothing is at its other end. */
export const opensToNobody: TunnelFate = (socket) =>
	void socket.write('HTTP/1.1 200 Connection established\r\n\r\n');

/** Requires this login, as `user:password`. */
export const requires =
	(login: string): TunnelFate =>
	(socket, request) => {
		const given = request.headers['proxy-authorization']?.replace('Basic ', '') ?? '';
		if (Buffer.from(given, 'base64').toString() === login) tunnel(socket, request);
		else (refusesWith(407, 'Proxy Authentication Required') as typeof tunnel)(socket, request);
	};

function tunnel(socket: Socket, { url = '' }: IncomingMessage) {
	const { hostname, port } = new URL(`http://${url}`);
	const service = connect(Number(port), hostname);
	service.on('error', () => socket.destroy());
	service.on('connect', () => {
		socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
		socket.pipe(service).pipe(socket);
	});
	socket.on('close', () => service.destroy());
}

/** A proxy for https:// on this machine. */
export class ConnectProxy {
	/** The number of tunnels requested. */
	asked = 0;

	/** The fate of each CONNECT, by its position. */
	fate: (position: number) => TunnelFate = () => 'tunnel';

	private readonly sockets = new Set<Socket>();

	private readonly server = createServer();

	/** Listens on a free port of this machine. */
	static async start(fate?: (position: number) => TunnelFate): Promise<ConnectProxy> {
		const proxy = new ConnectProxy();
		proxy.fate = fate ?? proxy.fate;
		proxy.server.on('connection', (socket) => {
			proxy.sockets.add(socket);
			socket.on('error', () => {});
			socket.on('close', () => proxy.sockets.delete(socket));
		});
		proxy.server.on('connect', (request: IncomingMessage, socket: Socket) => {
			const act = proxy.fate(proxy.asked++);
			(act === 'tunnel' ? tunnel : act)(socket, request);
		});
		proxy.server.listen(0, '127.0.0.1', 8192);
		await once(proxy.server, 'listening');
		return proxy;
	}

	/** Its address, with a login or without. */
	url(login = ''): string {
		const { port } = this.server.address() as AddressInfo;
		return `http://${login && `${login}@`}127.0.0.1:${port}`;
	}

	async close(): Promise<void> {
		for (const socket of this.sockets) socket.destroy();
		await new Promise((resolve) => this.server.close(resolve));
	}
}
