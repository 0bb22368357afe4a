import { answers, breaksOff, later, neverAnswers, resetsAfterReading } from '../support/conducts';
import { FaultyService, type Conduct, type ReadRequest } from '../support/FaultyService';

export type Random = () => number;

export function oneOf<T>(random: Random, values: readonly T[]): T {
	return values[Math.floor(random() * values.length)] as T;
}

/** What becomes of one request. */
interface Fate {
	name: string;
	isProcessed: boolean;
	conduct: Conduct;
}

/** One recipient of a campaign, or the contact of an event, as the service has read it. */
export interface Entry extends Omit<Fate, 'conduct'> {
	number: string;
	/** The position of the request that it was in. */
	request: number;
}

const accepts = answers(200, { success: true, id: 'accepted' });

const fate = (isProcessed: boolean, name: string, conduct: Conduct): Fate => ({
	name: `${isProcessed ? '' : 'not '}processed, ${name}`,
	isProcessed,
	conduct,
});
const accepted = fate(true, '200', accepts);
const lists = fate(false, 'lists', answers(200, { data: [] }));

const troubles: readonly Fate[] = [
	...[true, false].flatMap((isProcessed) => [
		fate(isProcessed, 'reset', resetsAfterReading),
		fate(isProcessed, 'never answered', neverAnswers),
		fate(isProcessed, '500', answers(500, { message: 'Internal server error' })),
		fate(isProcessed, '503', answers(503, {})),
	]),
	fate(true, 'late 200', later(600, accepts)),
	fate(true, '200 cut off', breaksOff),
	fate(true, '200 without JSON', answers(200, '<html>')),
	fate(true, 'empty 200', answers(200, '')),
	fate(false, '429', answers(429, {})),
	fate(false, '429 with Retry-After', answers(429, {}, { 'Retry-After': '1' })),
	fate(false, '401', answers(401, { detail: 'Not provided' })),
	fate(false, '403', answers(403, {})),
	fate(false, '400', answers(400, { message: 'Bad request' })),
	fate(false, '200 with success: false', answers(200, { success: false, message: 'Bad request' })),
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

	fateOf({ method }: ReadRequest): Fate {
		const { random } = this;
		if (method === 'GET') {
			if (random() >= this.trouble / 2) return lists;
			return { ...lists, conduct: random() < 0.05 ? neverAnswers : answers(503, {}) };
		}
		if (random() < 0.04) this.change();
		return random() < this.trouble ? oneOf(random, this.kinds) : accepted;
	}

	private change(): void {
		this.trouble = oneOf(this.random, [0.05, 0.3, 0.6, 0.95]);
		this.kinds = [1, 2, 3].map(() => oneOf(this.random, troubles));
	}
}

interface Body {
	recipient?: Person[];
	contact: Person;
}

type Person = { messenger_number: string };

/** A service at a real socket that treats each API key as its account says, and keeps its journal. */
export async function startService(accounts: Map<string, Account>): Promise<FaultyService> {
	let position = 0;
	return await FaultyService.start({
		onRequest: (response, request) => {
			const account = accounts.get(String(request.headers.authorization).slice(7));
			// Somebody asks whether all before has been read.
			if (account === undefined) return response.destroy();
			position += 1;
			const { conduct, ...fate } = account.fateOf(request);
			if (request.method === 'POST') {
				const { recipient, contact } = request.body as Body;
				for (const { messenger_number: number } of recipient ?? [contact]) {
					account.journal.push({ number, request: position, ...fate });
				}
			}
			conduct.onRequest?.(response, request);
		},
	});
}
