import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

/** Milliseconds without a client that connects, after which it is quiet. */
const quietTime = 20;

/** The number of trials, if clients connect all the time. */
const quietTrials = 10;

/** The listening socket of a server: it can be closed, and opened again at the same address. */
export class Listener {
	private address: AddressInfo | undefined;

	private isWanted = false;

	private opening: Promise<void> | undefined;

	private connections = 0;

	/**
	 * @param host the address or name to listen on
	 * @param port 0: a free one, which is kept
	 */
	constructor(
		private readonly server: Server,
		private readonly host: string,
		private readonly port: number,
	) {
		server.on('connection', () => (this.connections += 1));
	}

	/** `http://<address>:<port>`, once it has been open. */
	get url(): string {
		const { address = this.host, port = this.port } = this.address ?? {};
		return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
	}

	/**
	 * Opens it, unless it is open.
	 * @throws Error if the port is taken the first time; later it waits until the port is free
	 */
	async open(): Promise<void> {
		this.isWanted = true;
		this.opening ??= this.untilOpen().finally(() => (this.opening = undefined));
		await this.opening;
	}

	/** Waits for a moment at which nobody is just connecting: closing would reset them. */
	async untilQuiet(): Promise<void> {
		for (let trial = 0; trial < quietTrials; trial += 1) {
			const before = this.connections;
			await wait(quietTime);
			// After a turn of the event loop every connection that was made is accepted.
			await nextTurn();
			if (this.connections === before) return;
		}
	}

	/** New connections are refused. What has arrived on the others is still answered. */
	close(): void {
		this.isWanted = false;
		if (this.server.listening) this.server.close();
	}

	private async untilOpen(): Promise<void> {
		while (this.isWanted && !this.server.listening) {
			try {
				await this.listen();
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
				if (!this.address) {
					throw new Error(
						`Port ${this.port} on ${this.host} is taken. Choose another one, or 0 for a free one.`,
					);
				}
				// Meanwhile a client may have got this port for its own connection.
				await wait(20);
			}
		}
		if (!this.isWanted) this.close();
	}

	private async listen(): Promise<void> {
		const { address = this.host, port = this.port } = this.address ?? {};
		// n8n's engine opens a connection for every item at once: none may be turned away.
		this.server.listen({ host: address, port, backlog: 8192 });
		await once(this.server, 'listening');
		this.address = this.server.address() as AddressInfo;
	}
}
