import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceDocument } from './document';

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

/**
 * Reads a seed file.
 * @throws Error that names the file and what is wrong with it
 */
export function readSeed(path: string, document: ServiceDocument): Seed {
	try {
		const seed = JSON.parse(readFileSync(path, 'utf8')) as Seed;
		const errors = errorsOf(seed, document);
		if (errors.length > 0) throw new Error(errors.join('; '));
		return seed;
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		throw new Error(`The seed file ${path} cannot be used: ${reason}`);
	}
}

/** Returns what the document finds wrong with the answers that a seed leads to. */
function errorsOf({ workspaceId, ...seed }: Seed, document: ServiceDocument): string[] {
	const checked_at = new Date(0).toISOString();
	const answers: Array<[operationId: string, body: unknown]> = [
		['getLists', { data: seed.lists }],
		['getVariables', { success: true, id: workspaceId, data: seed.variables ?? [] }],
		...seed.contacts.map((data): [string, unknown] => ['findContact', { data }]),
		...Object.entries(seed.verdicts).map(([email, status]): [string, unknown] => [
			'verifyEmail',
			{ message: 'Email successfully verified', data: { email, status, checked_at } },
		]),
	];
	return answers.flatMap(([operationId, body]) => document.responseErrors(operationId, 200, body));
}
