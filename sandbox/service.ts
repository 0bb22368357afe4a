import { randomUUID } from 'node:crypto';
import type { Contact, Seed } from './seed';

/** A status and a body, before they become an HTTP answer. */
export interface Answer {
	status: number;
	body: unknown;
}

/** What was accepted and is kept, with the id that it got. */
export interface Accepted {
	id: string;
	/** The request's number in the journal. */
	request: number;
	/** The request's body. */
	content: unknown;
}

/**
 * The service behind the HTTP: what its operations do with valid input. Each takes what the
 * document has accepted, and gives what `openapi.yaml` calls the 200 answer.
 */
export class Service {
	private campaigns: Accepted[] = [];

	private events: Accepted[] = [];

	private readonly contactsByEmail: Map<string, Contact>;

	private readonly verdictsByEmail: Map<string, string>;

	constructor(private readonly seed: Seed) {
		const byAddress = <T>(email: string, value: T): [string, T] => [email.toLowerCase(), value];
		this.contactsByEmail = new Map(seed.contacts.map((it) => byAddress(it.email, it)));
		this.verdictsByEmail = new Map(
			Object.entries(seed.verdicts).map(([email, verdict]) => byAddress(email, verdict)),
		);
	}

	sendCampaign(campaign: unknown, request: number): unknown {
		this.campaigns.push({ id: randomUUID(), request, content: campaign });
		return { success: true, message: 'Messenger campaign message(s) sent successfully.' };
	}

	verifyEmail(email: string): unknown {
		const status = this.verdictsByEmail.get(email.toLowerCase()) ?? 'safe';
		return {
			message: 'Email successfully verified',
			data: { email, status, checked_at: new Date().toISOString() },
		};
	}

	/** The contact with this address, in whatever case it is written; undefined without one. */
	findContact(email: string): unknown {
		const contact = this.contactsByEmail.get(email.toLowerCase());
		return contact && { data: contact };
	}

	getLists(): unknown {
		return { data: this.seed.lists };
	}

	getVariables(): unknown {
		const { workspaceId, variables } = this.seed;
		return { success: true, id: workspaceId, ...(variables && { data: variables }) };
	}

	sendEvent(event: unknown, request: number): unknown {
		const id = randomUUID();
		this.events.push({ id, request, content: event });
		return { success: true, id };
	}

	/** The campaigns and events accepted so far, in the order of arrival. */
	accepted(): { campaigns: Accepted[]; events: Accepted[] } {
		return { campaigns: this.campaigns, events: this.events };
	}

	/** Forgets the campaigns and events. The seed stays. */
	clear(): void {
		this.campaigns = [];
		this.events = [];
	}
}
