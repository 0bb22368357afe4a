import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export type Random = () => number;

export function oneOf<T>(random: Random, values: readonly T[]): T {
	return values[Math.floor(random() * values.length)] as T;
}

type Person = { messenger_number: string };

type Answer = (response: ServerResponse) => void;

/** What becomes of one request. */
interface Fate {
	name: string;
	isProcessed: boolean;
	answer: Answer;
}

/** One recipient of a campaign, or the contact of an event, as the service has read it. */
export interface Entry extends Omit<Fate, 'answer'> {
	number: string;
	/** The position of the request that it was in. */
	request: number;
}

const says =
	(status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
	(response) => {
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);
	};
const accepts = says(200, { success: true, id: 'accepted' });
const resets: Answer = ({ socket }) => void socket?.resetAndDestroy();
const isSilent: Answer = () => {};
const isLate: Answer = (response) => void setTimeout(() => accepts(response), 600);
const breaksOff: Answer = (response) => {
	response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 });
	response.write('{"success":true,"id":', () => resets(response));
};

const fate = (isProcessed: boolean, name: string, answer: Answer): Fate => {
	return { name: `${isProcessed ? '' : 'not '}processed, ${name}`, isProcessed, answer };
};
const accepted = fate(true, '200', accepts);
const unread = fate(false, 'reset before the body is read', resets);
const lists = fate(false, 'lists', says(200, { data: [] }));

const troubles: readonly Fate[] = [
	...[true, false].flatMap((isProcessed) => [
		fate(isProcessed, 'reset', resets),
		fate(isProcessed, 'never answered', isSilent),
		fate(isProcessed, '500', says(500, { message: 'Internal server error' })),
		fate(isProcessed, '503', says(503, {})),
	]),
	fate(true, 'late 200', isLate),
	fate(true, '200 cut off', breaksOff),
	fate(true, '200 without JSON', says(200, '<html>')),
	fate(true, 'empty 200', says(200, '')),
	unread,
	fate(false, '429', says(429, {})),
	fate(false, '429 with Retry-After', says(429, {}, { 'Retry-After': '1' })),
	fate(false, '401', says(401, { detail: 'Not provided' })),
	fate(false, '403', says(403, {})),
	fate(false, '400', says(400, { message: 'Bad request' })),
	fate(false, '200 with success: false', says(200, { success: false, message: 'Bad request' })),
];

/** What the service has read of one API key, and how it treats it: trouble comes and goes. */
export class Account {
	readonly journal: Entry[] = [];

	/** How probable trouble is; 0 for a while makes the service well. */
	trouble = 0;

	private kinds: Fate[] = [];

	constructor(private readonly random: Random) {
		this.change();
	}

	fateOf({ method }: IncomingMessage): Fate {
		const { random } = this;
		if (method === 'GET') {
			if (random() >= this.trouble / 2) return lists;
			return { ...lists, answer: random() < 0.05 ? isSilent : says(503, {}) };
		}
		if (random() < 0.04) this.change();
		return random() < this.trouble ? oneOf(random, this.kinds) : accepted;
	}

	private change(): void {
		this.trouble = oneOf(this.random, [0.05, 0.3, 0.6, 0.95]);
		this.kinds = [1, 2, 3].map(() => oneOf(this.random, troubles));
	}
}

/** A service at a real socket, with an account for each API key. */
export class Service {
	requests = 0;

	readonly accounts = new Map<string, Account>();

	private readonly server = createServer((request, response) => {
		this.requests += 1;
		// A client that goes away is no failure here.
		this.serve(request, response, this.requests).catch(() => response.destroy());
	});

	/** @returns its address */
	async start(): Promise<string> {
		this.server.listen(0, '127.0.0.1');
		await once(this.server, 'listening');
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	private async serve(request: IncomingMessage, response: ServerResponse, position: number) {
		const account = this.accounts.get(String(request.headers.authorization).slice(7));
		if (account === undefined) throw new Error('An unknown key');
		response.setHeader('Connection', 'close');
		const { answer, ...fate } = account.fateOf(request);
		if (request.method === 'POST' && fate.name !== unread.name) {
			const { recipient, contact } = (await json(request)) as {
				recipient?: Person[];
				contact: Person;
			};
			for (const { messenger_number: number } of recipient ?? [contact]) {
				account.journal.push({ number, request: position, ...fate });
			}
		}
		answer(response);
	}
}
