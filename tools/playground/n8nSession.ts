import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Who signs in to an n8n. */
export interface Owner {
	email: string;
	password: string;
}

/** An owner with a password that nobody knows yet. */
function newOwner(): Owner {
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

/** n8n's own REST interface, signed in as the owner. */
export class N8nSession {
	private constructor(
		private readonly editorUrl: string,
		private readonly cookie: string,
	) {}

	/**
	 * Makes the owner's account where there is none yet, and signs in.
	 * @param owner who this n8n's owner is or will be
	 * @throws Error if n8n refuses
	 */
	static async open(editorUrl: string, owner: Owner = newOwner()): Promise<N8nSession> {
		const settings = (await answerOf(await fetch(`${editorUrl}/rest/settings`))) as {
			userManagement: { showSetupOnFirstLoad?: boolean };
		};
		const response = settings.userManagement.showSetupOnFirstLoad
			? await post(`${editorUrl}/rest/owner/setup`, {
					...owner,
					firstName: 'Play',
					lastName: 'Ground',
				})
			: await post(`${editorUrl}/rest/login`, {
					emailOrLdapLoginId: owner.email,
					password: owner.password,
				});
		if (response.status === 401) {
			throw new Error('n8n has another owner or password. To start fresh: npm run dev -- --fresh');
		}
		await answerOf(response.clone());
		const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
		return new N8nSession(editorUrl, cookie.join('; '));
	}

	/** `GET /rest/<path>`: the answer's `data`. */
	async get(path: string): Promise<unknown> {
		const response = await fetch(`${this.editorUrl}/rest/${path}`, {
			headers: { cookie: this.cookie },
		});
		return await answerOf(response);
	}

	/** `POST /rest/<path>`: the answer's `data`. */
	async post(path: string, body: unknown): Promise<unknown> {
		return await answerOf(await post(`${this.editorUrl}/rest/${path}`, body, this.cookie));
	}
}

async function post(url: string, body: unknown, cookie?: string): Promise<Response> {
	return await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...(cookie !== undefined && { cookie }) },
		body: JSON.stringify(body),
	});
}

async function answerOf(response: Response): Promise<unknown> {
	const text = await response.text();
	if (!response.ok) {
		throw new Error(`n8n answered ${response.status} for ${response.url}: ${text.slice(0, 300)}`);
	}
	return (JSON.parse(text) as { data: unknown }).data;
}
