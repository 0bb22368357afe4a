import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Listener } from '../../../sandbox/listener';

/** What is wrong with the line; nothing by default. */
export interface Trouble {
	/** Milliseconds that each answer comes late. */
	delay?: number;
	/** How fast an answer comes at most. */
	bytesPerSecond?: number;
	/** One of so many connections is reset in place of its answer, when the service has answered. */
	resetsOneOf?: number;
}

/** A line to a server that can be refused, cut, delayed and slowed while it is in use. */
export class TcpProxy {
	private readonly open = new Set<Socket>();

	private readonly listener = new Listener(
		createServer((client) => this.carry(client)),
		'127.0.0.1',
		0,
	);

	private trouble: Trouble = {};

	private connections = 0;

	/** Answers wait for it: who gets one connects anew, and would be reset. */
	private refusing: Promise<void> | undefined;

	private constructor(private readonly target: URL) {}

	/** @param target the address of the server, such as `http://127.0.0.1:3456` */
	static async start(target: string): Promise<TcpProxy> {
		const proxy = new TcpProxy(new URL(target));
		await proxy.become({});
		return proxy;
	}

	get url(): string {
		return this.listener.url;
	}

	/** From now on the line is open and has this trouble; `{}` ends all trouble. */
	async become(trouble: Trouble): Promise<void> {
		this.trouble = trouble;
		await this.listener.open();
	}

	/** New connections are refused; what has been sent is answered. */
	async refuse(): Promise<void> {
		this.refusing = this.listener.untilQuiet();
		await this.refusing;
		this.listener.close();
	}

	/** New connections are refused, and those that are open are reset, whatever they carry. */
	cut(): void {
		this.listener.close();
		for (const socket of this.open) socket.resetAndDestroy();
	}

	private carry(client: Socket): void {
		const number = (this.connections += 1);
		const server = connect(Number(this.target.port), this.target.hostname);
		const ends = [client, server];
		for (const socket of ends) {
			this.open.add(socket);
			socket.on('error', () => ends.forEach((end) => end.destroy()));
			socket.on('close', () => this.open.delete(socket));
		}
		client.pipe(server);
		this.answer(server, client, number).catch(() => client.destroy());
	}

	private async answer(server: Socket, client: Socket, number: number): Promise<void> {
		for await (const chunk of server as AsyncIterable<Buffer>) {
			const { delay = 0, bytesPerSecond = Infinity, resetsOneOf = Infinity } = this.trouble;
			if (number % resetsOneOf === 0) {
				client.resetAndDestroy();
				return;
			}
			await this.refusing;
			const pause = delay + (chunk.length / bytesPerSecond) * 1000;
			if (pause > 0) await wait(pause);
			client.write(chunk);
		}
		client.end();
	}
}
