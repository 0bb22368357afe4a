import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/**
 * A port on loopback that is free at this moment.
 * @param preferred the one to give if it is free
 */
export async function freePort(preferred = 0): Promise<number> {
	const server = createServer();
	server.listen(preferred, '127.0.0.1');
	try {
		await once(server, 'listening');
	} catch {
		return await freePort();
	}
	const { port } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return port;
}

/** True if a server on loopback accepts connections. */
export async function isListening(port: number): Promise<boolean> {
	const socket = connect(port, '127.0.0.1');
	return await once(socket, 'connect').then(
		() => Boolean(socket.destroy()),
		() => false,
	);
}
