import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaNamed, type ServiceDocument } from './document';

export interface Contact extends Record<string, unknown> {
	email: string;
}

interface MailingList {
	uuid: string;
	name: string;
	is_public: boolean;
}

/** The service's knowledge before the first request. */
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

/** The service's answers must fit the document; the frame around them is the seed's own. */
const seedSchema = {
	type: 'object',
	required: ['workspaceId', 'contacts', 'lists', 'verdicts'],
	additionalProperties: false,
	properties: {
		workspaceId: { type: 'string', format: 'uuid' },
		contacts: { type: 'array', items: schemaNamed('Contact') },
		lists: { type: 'array', items: schemaNamed('MailingList') },
		variables: { type: 'array', items: schemaNamed('Variable') },
		verdicts: { type: 'object', additionalProperties: schemaNamed('Verdict') },
	},
};

/**
 * Reads a seed file.
 * @throws Error that names the file and what is wrong with it
 */
export function readSeed(path: string, document: ServiceDocument): Seed {
	const refusal = (reason: string) => new Error(`The seed file ${path} cannot be used: ${reason}`);
	let seed: unknown;
	try {
		seed = JSON.parse(readFileSync(path, 'utf8'));
	} catch (error) {
		throw refusal(error instanceof Error ? error.message : String(error));
	}
	const errors = document.errors('seed', seedSchema, seed);
	if (errors.length > 0) throw refusal(errors.join('; '));
	return seed as Seed;
}
