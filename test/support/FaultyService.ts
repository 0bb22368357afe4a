import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Socket } from 'node:net';

/** A request as the service read it. */
export interface ReadRequest {
	method: string;
	path: string;
	headers: IncomingHttpHeaders;
	/** The JSON; absent without a body. */
	body?: unknown;
}

/** The service's conduct on one connection; the node opens one for each request. */
export interface Conduct {
	/** Takes a connection that it does not read HTTP from; nothing is read yet. */
	onConnection?: (socket: Socket) => void;
	/** Acts when it has read the request. */
	onRequest?: (response: ServerResponse, request: ReadRequest) => void;
}

/**
 * An address of this machine that no other test uses: one that connects to a port where nothing
 * listens any more must not be counted here. Only Linux has more than one without being set up.
 */
const address = process.platform === 'linux' ? '127.0.6.1' : '127.0.0.1';

/**
 * A service at a real socket that misbehaves as it is told. It follows a script with a conduct for
 * each connection, in order; the last one holds for all further connections.
 */
export class FaultyService {
	/** The number of connections that have come. */
	connections = 0;

	/** The requests that it has read whole, in order. */
	readonly requests: ReadRequest[] = [];

	private readonly conducts = new Map<Socket, Conduct>();

	private readonly http = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const text = Buffer.concat(chunks).toString();
			const { method = '', url: path = '', headers } = request;
			const read = { method, path, headers, ...(text && { body: JSON.parse(text) as unknown }) };
			this.requests.push(read);
			this.conducts.get(request.socket)?.onRequest?.(response, read);
		});
	});

	private readonly server = createSocketServer({ pauseOnConnect: true }, (socket) =>
		this.connect(socket),
	);

	private port = 0;

	private script: Conduct[] = [];

	/** Starts on a free port of this machine. */
	static async start(...script: Conduct[]): Promise<FaultyService> {
		const service = new FaultyService();
		service.follow(...script);
		await service.listen();
		return service;
	}

	/** Listens again after {@link close}, at the same address. */
	async listen(): Promise<void> {
		this.server.listen(this.port, address, 8192);
		await once(this.server, 'listening');
		this.port = (this.server.address() as AddressInfo).port;
	}

	get url(): string {
		return `http://${address}:${this.port}`;
	}

	follow(...script: Conduct[]): void {
		this.script = script;
	}

	/** The number of open connections. */
	get open(): number {
		return this.conducts.size;
	}

	async close(): Promise<void> {
		for (const socket of this.conducts.keys()) socket.destroy();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private connect(socket: Socket): void {
		const conduct = (this.script.length > 1 ? this.script.shift() : this.script[0]) ?? {};
		this.connections += 1;
		this.conducts.set(socket, conduct);
		// A client that goes away while it is written to is no failure here.
		socket.on('error', () => {});
		socket.on('close', () => this.conducts.delete(socket));
		if (conduct.onConnection) return conduct.onConnection(socket);
		this.http.emit('connection', socket);
		socket.resume();
	}
}
