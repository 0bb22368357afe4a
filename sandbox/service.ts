import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ServiceDocument } from './document';
import type { AcceptedByKind } from './journal';
import type { ResolvedOptions } from './options';
import type { Seed } from './seed';

/** A status and a body, before they become an HTTP answer. */
export interface Answer {
	status: number;
	body: unknown;
}

/** The operations' answers to requests that the document accepts. An operation without one answers with the document's example. */
export type Handlers = Partial<Record<string, (request: FastifyRequest) => Answer>>;

/** The service behind the HTTP: its operations, with what the seed says that it knows. */
export function serviceHandlers(
	seed: Seed,
	document: ServiceDocument,
	options: ResolvedOptions,
): Handlers {
	const contacts = byAddress(seed.contacts.map((contact) => [contact.email, contact]));
	const verdicts = byAddress(Object.entries(seed.verdicts));
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
			const email = (query as Record<string, string>)[options.emailParameter] ?? '';
			const data = contacts.get(email.toLowerCase());
			if (data) return ok({ data });
			return {
				status: options.notFoundStatus,
				body: document.exampleResponse('findContact', 404),
			};
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

/** Marks a request in the journal as accepted, and gives it an id. */
function accept({ journalRecord }: FastifyRequest, kind: keyof AcceptedByKind): string {
	const id = randomUUID();
	if (journalRecord) journalRecord.accepted = { kind, id };
	return id;
}

/** Finds values by an address, in whatever case it is written. */
function byAddress<Value>(entries: Array<[email: string, Value]>): Map<string, Value> {
	return new Map(entries.map(([email, value]) => [email.toLowerCase(), value]));
}
