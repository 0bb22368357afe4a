import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Who signs in to an n8n. */
export interface Owner {
	email: string;
	password: string;
}

/** An owner with a password that nobody knows yet. */
export function newOwner(): Owner {
	// n8n wants a digit and a capital, too.
	return {
		email: 'owner@playground.example',
		password: `${randomBytes(15).toString('base64url')}-A1`,
	};
}

/** The owner of the n8n in a user folder, kept there: a new one where the folder is new. */
export function ownerOf(userFolder: string): Owner {
	const path = join(userFolder, 'owner.json');
	if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as Owner;
	const owner = newOwner();
	writeFileSync(path, `${JSON.stringify(owner)}\n`, { mode: 0o600 });
	return owner;
}
