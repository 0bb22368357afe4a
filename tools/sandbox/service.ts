import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyRequest } from 'fastify';
import type { ServiceDocument } from './document';
import type { AcceptedByKind, Journal } from './journal';

interface Contact extends Record<string, unknown> {
	email: string;
}

interface MailingList {
	uuid: string;
	name: string;
	is_public: boolean;
}

/** The service's knowledge before the first request. */
interface Seed {
	/** The `id` in the variables body. */
	workspaceId: string;
	contacts: Contact[];
	lists: MailingList[];
	/** Absent: the variables body has the interface's own form, without `data`. */
	variables?: Array<Record<string, unknown>>;
	/** Verdicts of email verification by address. Other addresses are `safe`. */
	verdicts: Record<string, string>;
}

/** Reads a seed file. */
export function readSeed(path: string): Seed {
	return JSON.parse(readFileSync(path, 'utf8')) as Seed;
}

/** A status and a body, before they become an HTTP answer. */
export interface Answer {
	status: number;
	body: unknown;
}

/** The operations' answers to requests that the document accepts. An operation without one answers with the document's example. */
export type Handlers = Partial<Record<string, (request: FastifyRequest) => Answer>>;

/** The service behind the HTTP: its operations, with what the seed says that it knows. */
export function serviceHandlers(seed: Seed, document: ServiceDocument, journal: Journal): Handlers {
	const contacts = byAddress(seed.contacts.map((contact) => [contact.email, contact]));
	const verdicts = byAddress(Object.entries(seed.verdicts));
	/** @returns the id that the request gets */
	const accept = ({ journalEntry }: FastifyRequest, kind: keyof AcceptedByKind): string => {
		const id = randomUUID();
		const { number, body } = journalEntry!;
		journal.accepted[kind].push({ id, request: number, content: body });
		return id;
	};
	return {
		sendCampaign: (request) => {
			accept(request, 'campaigns');
			return ok({ success: true, message: 'Messenger campaign message(s) sent successfully.' });
		},
		verifyEmail: ({ body }) => {
			const { email } = body as { email: string };
			const status = verdicts.get(email.toLowerCase()) ?? 'safe';
			const data = { email, status, checked_at: new Date().toISOString() };
			return ok({ message: 'Email successfully verified', data });
		},
		findContact: ({ query }) => {
			const email = (query as Record<string, string>).email ?? '';
			const data = contacts.get(email.toLowerCase());
			if (data) return ok({ data });
			return { status: 404, body: document.exampleResponse('findContact', 404) };
		},
		getLists: () => ok({ data: seed.lists }),
		getVariables: () => {
			const { workspaceId: id, variables: data } = seed;
			return ok({ success: true, id, ...(data && { data }) });
		},
		sendEvent: (request) => ok({ success: true, id: accept(request, 'events') }),
	};
}

const ok = (body: unknown): Answer => ({ status: 200, body });

/** Finds values by an address, in whatever case it is written. */
function byAddress<Value>(entries: Array<[email: string, Value]>): Map<string, Value> {
	return new Map(entries.map(([email, value]) => [email.toLowerCase(), value]));
}
