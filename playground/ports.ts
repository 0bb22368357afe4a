import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A port that somebody else holds; the message names the option that chooses another one. */
export class PortTakenError extends Error {}

/**
 * @param port the port on loopback that must be free
 * @param option the command line's option for it
 * @throws PortTakenError if it is not
 */
export async function assertFree(port: number, option: string): Promise<void> {
	try {
		await probe(port);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
		const reason = code === 'EACCES' ? 'may not be used' : 'is taken by another program';
		throw new PortTakenError(
			`Port ${port} ${reason}. Choose another one: npm start -- ${option} ${port + 1}`,
		);
	}
}

/** A port on loopback that is free at this moment. */
export async function freePort(): Promise<number> {
	return await probe(0);
}

async function probe(port: number): Promise<number> {
	const server = createServer();
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	const { port: found } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return found;
}
