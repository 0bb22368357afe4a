import { answers, breaksOff, later, neverAnswers, resetsAfterReading } from '../support/conducts';
import { FaultyService, type Conduct, type ReadRequest } from '../support/FaultyService';
import { oneOf, type Random } from './seed';

/** The fate of one request. */
interface Fate {
	name: string;
	isProcessed: boolean;
	conduct: Conduct;
}

/** One recipient of a campaign, the contact of an event, or a verified address, as the service has read it. */
export interface Entry extends Omit<Fate, 'conduct'> {
	number: string;
	endpoint: string;
	/** The position of the request that it was in. */
	request: number;
}

/** An operation that reads puts out the data alone. */
const accepts = answers(200, { success: true, id: 'accepted', data: { success: true } });

const fate = (isProcessed: boolean, name: string, conduct: Conduct): Fate => ({
	name: `${isProcessed ? '' : 'not '}processed, ${name}`,
	isProcessed,
	conduct,
});
const accepted = fate(true, '200', accepts);
const lists = fate(false, 'lists', answers(200, { data: [] }));
const blocked = fate(false, 'blocked', answers(403, { message: 'Blocked' }));

const troubles: readonly Fate[] = [
	...[true, false].flatMap((isProcessed) => [
		fate(isProcessed, 'reset', resetsAfterReading),
		fate(isProcessed, 'never answered', neverAnswers),
		fate(isProcessed, '500', answers(500, { message: 'Internal server error' })),
		fate(isProcessed, 'late 503', later(400, answers(503, {}))),
		fate(isProcessed, '200 {}', answers(200, {})),
		fate(isProcessed, '303', answers(303, '', { Location: '/sign-in' })),
	]),
	fate(true, 'late 200', later(600, accepts)),
	fate(true, 'slow 200', later(2_500, accepts)),
	fate(true, '200 cut off', breaksOff),
	fate(true, 'empty 200', answers(200, '')),
	fate(false, '429', answers(429, {})),
	fate(false, '429 with Retry-After', answers(429, {}, { 'Retry-After': '1' })),
	fate(false, '401', answers(401, { detail: 'Not provided' })),
	fate(false, '403', answers(403, {})),
	fate(false, '400', answers(400, { message: 'Bad request' })),
	fate(false, '200 with success: false', answers(200, { success: false, message: 'Bad request' })),
];

export const fateNames = [...troubles, accepted, blocked].map(({ name }) => name);

/** One endpoint's treatment of an API key for a while. */
interface Condition {
	/** Its probability. */
	trouble: number;
	kinds: Fate[];
}

/** The service's requests and treatment of one API key: trouble comes and goes at each endpoint. */
export class Account {
	readonly journal: Entry[] = [];

	private readonly conditions = new Map<string, Condition>();
	/** So many more requests meet a block. */
	private blocked = 0;

	constructor(private readonly random: Random) {}

	heal(): void {
		this.blocked = 0;
		for (const condition of this.conditions.values()) condition.trouble = 0;
	}

	fateOf({ method, path }: ReadRequest): Fate {
		const { random } = this;
		if (random() < 0.005) this.blocked = 1 + Math.floor(random() * 10);
		if (this.blocked-- > 0) return blocked;
		const { trouble, kinds } = this.conditionOf(path);
		if (method === 'GET') {
			if (random() >= trouble / 2) return lists;
			return { ...lists, conduct: random() < 0.05 ? neverAnswers : answers(503, {}) };
		}
		return random() < trouble ? oneOf(random, kinds) : accepted;
	}

	private conditionOf(endpoint: string): Condition {
		const { random, conditions } = this;
		const before = conditions.get(endpoint);
		if (before && random() >= 0.04) return before;
		const condition = {
			trouble: oneOf(random, [0.05, 0.3, 0.6, 0.95]),
			kinds: [1, 2, 3].map(() => oneOf(random, troubles)),
		};
		conditions.set(endpoint, condition);
		return condition;
	}
}

/** Of a campaign, an event, or a verification, whose address begins with the number. */
interface Body {
	recipient?: Person[];
	contact?: Person;
	email?: string;
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
				const { recipient, contact, email } = request.body as Body;
				const people = recipient ?? [contact ?? { messenger_number: email!.split('@')[0]! }];
				for (const { messenger_number: number } of people) {
					account.journal.push({ number, endpoint: request.path, request: position, ...fate });
				}
			}
			conduct.onRequest?.(response, request);
		},
	});
}
