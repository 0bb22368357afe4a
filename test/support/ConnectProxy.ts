import { connect, type Socket } from 'node:net';

import { FaultyService } from './FaultyService';

/** Takes the connection of one CONNECT, which begins with this head. */
export type TunnelFate = (socket: Socket, head: string) => void;

const page = '<html><body>No</body></html>';

/** Refuses with a status and a page. */
export const refusesWith =
	(status: number, words = 'Refused'): TunnelFate =>
	(socket) =>
		void socket.end(
			`HTTP/1.1 ${status} ${words}\r\nContent-Type: text/html\r\nContent-Length: ${page.length}\r\n\r\n${page}`,
		);

export const resets: TunnelFate = (socket) => void socket.resetAndDestroy();
export const ends: TunnelFate = (socket) => void socket.end();
export const hangs: TunnelFate = () => {};

/** Opens the tunnel, but nothing is at its other end. */
export const opensToNobody: TunnelFate = (socket) =>
	void socket.write('HTTP/1.1 200 Connection established\r\n\r\n');

/** Opens the tunnel. */
export const tunnels: TunnelFate = (socket, head) => {
	const [, hostname, port] = /^CONNECT (\S+):(\d+) /.exec(head)!;
	const service = connect(Number(port), hostname);
	service.on('error', () => socket.destroy());
	service.on('connect', () => {
		socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
		socket.pipe(service).pipe(socket);
	});
	socket.on('close', () => service.destroy());
};

/** Requires this login, as `user:password`. */
export const requires =
	(login: string): TunnelFate =>
	(...request) => {
		const [, given = ''] = /^proxy-authorization: Basic (.*)$/im.exec(request[1]) ?? [];
		const isKnown = Buffer.from(given, 'base64').toString() === login;
		(isKnown ? tunnels : refusesWith(407, 'Proxy Authentication Required'))(...request);
	};

/** A proxy for https:// on this machine, with a fate for each CONNECT by its position. */
export async function startProxy(fate: (position: number) => TunnelFate = () => tunnels) {
	const proxy = { fate, /** The number of tunnels requested. */ asked: 0 };
	const service = await FaultyService.start({
		onConnection: (socket) => {
			const act = (head: Buffer) => {
				const isConnect = head.toString().startsWith('CONNECT ');
				const fate = isConnect ? proxy.fate(proxy.asked++) : refusesWith(400);
				fate(socket, head.toString());
			};
			socket.once('data', act).resume();
		},
	});
	return Object.assign(proxy, {
		/** Its address, with a login or without. */
		url: (login = '') => service.url.replace('//', `//${login && `${login}@`}`),
		close: async () => await service.close(),
	});
}
