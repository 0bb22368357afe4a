import { readFileSync } from 'node:fs';
import { defaultSeedPath } from '../sandbox/seed';
import type { ContactRow } from './contacts';

/** A request as it should stand in the sandbox's journal. */
export interface ExpectedRequest {
	method: string;
	path: string;
	query: Record<string, string>;
	body?: unknown;
	/** The sandbox's answer to it. */
	status: number;
}

const get = (path: string, query: Record<string, string> = {}, status = 200): ExpectedRequest => ({
	method: 'GET',
	path,
	query,
	status,
});

const post = (path: string, body: unknown): ExpectedRequest => ({
	method: 'POST',
	path,
	query: {},
	body,
	status: 200,
});

/**
 * What crm-welcome.workflow.json should send for these rows. It is worked out from the rows, the
 * seed and the rules that the node promises, and shares no code with the node, so that a mistake
 * there does not repeat itself here.
 */
export function expectedRequests(rows: ContactRow[]): ExpectedRequest[] {
	const seed = new Seed();
	const contacts = rows.map(cleaned);
	const verified = contacts.filter(({ email }) => isEmailAddress(email));
	const addresses = new Set<string>();
	const once = verified.filter(({ email }) => !addresses.has(email) && addresses.add(email));
	const withEvent = once.filter(({ number }) => number === '' || isPhoneNumber(number));
	const withCampaign = withEvent.filter(
		({ email, number }) => number !== '' && seed.verdict(email) === 'safe',
	);
	return [
		get('/webhook/lists'),
		get('/webhook/customfields'),
		...verified.map(({ email }) => post('/webhook/email/verify', { email })),
		...once.map(({ email }) =>
			get('/webhook/contact/find', { email }, seed.knows(email) ? 200 : 404),
		),
		...withEvent.map((contact) => post('/webhook/event/send', event(contact, seed))),
		...withCampaign.map((contact) => post('/webhook/campaign', campaign(contact, seed))),
	];
}

type Contact = ReturnType<typeof cleaned>;

function cleaned(row: ContactRow) {
	const { email = '', first_name = '', name = '', messenger_number = '', language = '' } = row;
	return {
		email: email.trim().toLowerCase(),
		firstName: first_name.trim(),
		name: name.trim(),
		number: messenger_number.trim(),
		language: language.trim() || 'en',
	};
}

function event({ email, name, number, language }: Contact, seed: Seed) {
	return {
		contact: { email, ...(name && { name }), ...(number && { messenger_number: number }) },
		event: {
			code: 'crm_import',
			name: 'Imported from the CRM',
			data: { known_contact: seed.knows(email), email_status: seed.verdict(email), language },
		},
	};
}

function campaign({ email, firstName, name, number, language }: Contact, seed: Seed) {
	return {
		from_number: '+14155550100',
		type: 'template',
		content: {
			template_name: seed.knows(email) ? 'welcome_back' : 'welcome',
			template_language: language,
		},
		tags: ['crm', 'welcome'],
		recipient: [
			{
				messenger_number: number,
				...(firstName && { first_name: firstName }),
				...(name && { name }),
				email,
			},
		],
	};
}

/** `local@domain`, both parts filled, without white space. */
function isEmailAddress(text: string): boolean {
	const parts = text.split('@');
	return parts.length === 2 && parts.every((part) => part !== '') && !/\s/.test(text);
}

/** `+`, a digit 1 to 9, 7 to 15 digits in all, single spaces between groups of them. */
function isPhoneNumber(text: string): boolean {
	const groups = text.split(' ');
	const digits = groups.join('').slice(1);
	return (
		/^\+\d*$/.test(groups[0] ?? '') &&
		groups.slice(1).every((group) => /^\d+$/.test(group)) &&
		/^[1-9]\d{6,14}$/.test(digits)
	);
}

/** What the sandbox knows. */
class Seed {
	private readonly known: Set<string>;

	private readonly verdicts: Record<string, string>;

	constructor() {
		const seed = JSON.parse(readFileSync(defaultSeedPath, 'utf8')) as {
			contacts: Array<{ email: string }>;
			verdicts: Record<string, string>;
		};
		this.known = new Set(seed.contacts.map(({ email }) => email));
		this.verdicts = seed.verdicts;
	}

	knows(email: string): boolean {
		return this.known.has(email);
	}

	verdict(email: string): string {
		return this.verdicts[email] ?? 'safe';
	}
}
