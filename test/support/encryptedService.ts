import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createServer, type TlsOptions } from 'node:tls';

import { makeCertificate } from './certificates';

/** The CA of a company, which n8n knows only if it is told. */
export const companyCa = makeCertificate({ name: 'Company CA', isCa: true });

/** The certificate of the company's CA for the service at `localhost`. */
export const serviceCertificate = companyCa.then(
	async (issuer) => await makeCertificate({ name: 'localhost', issuer }),
);

/** A service by https:// in front of one by http://, to which it passes on what comes. */
export async function encrypt(
	url: string,
	options: TlsOptions | Promise<TlsOptions> = serviceCertificate,
) {
	const { hostname, port: plainPort } = new URL(url);
	const sockets = new Set<Socket>();
	const server = createServer(await options, (socket) => {
		const plain = connect(Number(plainPort), hostname);
		for (const each of [socket, plain]) each.on('error', () => {});
		socket.pipe(plain).pipe(socket);
		socket.on('close', () => plain.destroy());
		plain.on('close', () => socket.destroySoon());
	});
	server.on('connection', (socket: Socket) => {
		sockets.add(socket);
		socket.on('error', () => {});
		socket.on('close', () => sockets.delete(socket));
	});
	server.listen(0, '127.0.0.1', 8192);
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	return {
		url: `https://localhost:${port}`,
		port,
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
