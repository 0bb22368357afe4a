import type { Contact, Seed } from './seed';

/** A status and a body, before they become an HTTP answer. */
export interface Answer {
	status: number;
	body: unknown;
}

/**
 * The service behind the HTTP: what its operations do with valid input. Each takes what the
 * document has accepted, and gives what `openapi.yaml` calls the 200 answer.
 */
export class Service {
	private readonly contactsByEmail: Map<string, Contact>;

	private readonly verdictsByEmail: Map<string, string>;

	constructor(private readonly seed: Seed) {
		const byAddress = <T>(email: string, value: T): [string, T] => [email.toLowerCase(), value];
		this.contactsByEmail = new Map(seed.contacts.map((it) => byAddress(it.email, it)));
		this.verdictsByEmail = new Map(
			Object.entries(seed.verdicts).map(([email, verdict]) => byAddress(email, verdict)),
		);
	}

	sendCampaign(): unknown {
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

	/** @param id the event's */
	sendEvent(id: string): unknown {
		return { success: true, id };
	}
}
