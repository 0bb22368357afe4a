import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceDocument } from './document';

export interface Contact extends Record<string, unknown> {
	email: string;
}

export interface MailingList {
	uuid: string;
	name: string;
	is_public: boolean;
}

/** What the service knows before the first request. */
export interface Seed {
	/** The `id` in the variables body. */
	workspaceId: string;
	contacts: Contact[];
	lists: MailingList[];
	/** Absent: the variables body has the interface's own form, without `data`. */
	variables?: Array<Record<string, unknown>>;
	/** Verdicts of email verification by address. Other addresses are `safe`. */
	verdicts: Record<string, string>;
}

/** The seed that the sandbox starts with when it is given no other. */
export const defaultSeedPath = join(__dirname, 'seed.json');

/**
 * Reads a seed file and holds it to the document.
 * @throws Error that names the file and what is wrong with it
 */
export function readSeed(path: string, document: ServiceDocument): Seed {
	try {
		const seed = JSON.parse(readFileSync(path, 'utf8')) as Partial<Seed>;
		const errors = [
			...document.schemaErrors('Variables', {
				success: true,
				id: seed.workspaceId,
				...(seed.variables !== undefined && { data: seed.variables }),
			}),
			...document.schemaErrors('MailingLists', { data: seed.lists }),
			...(Array.isArray(seed.contacts) ? seed.contacts : [undefined]).flatMap((contact) =>
				document.schemaErrors('Contact', contact),
			),
			...Object.values(seed.verdicts ?? { missing: undefined }).flatMap((verdict) =>
				document.schemaErrors('Verdict', verdict),
			),
		];
		if (errors.length > 0) throw new Error(errors.join('; '));
		return seed as Seed;
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(`The seed file ${path} cannot be used: ${reason}`);
	}
}
