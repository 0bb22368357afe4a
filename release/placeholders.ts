import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Something that only the owner of the package can fill in. */
export interface Placeholder {
	/** The text that stands for it now. */
	text: string;
	/** What is due instead. */
	due: string;
}

/** What package.json says of the owner. */
export interface Manifest {
	name: string;
	author: { email: string };
	repository: { url: string };
}

/** Domains that nobody can own (RFC 2606). */
const reservedDomain = /@(?:.+\.)?(?:example|test|invalid|localhost|example\.(?:com|net|org))$/i;

/**
 * What is still a placeholder: an address at a reserved domain, or a repository whose owner is
 * called like the package, which is nobody.
 */
export function placeholders({ name, author, repository }: Manifest): Placeholder[] {
	const [, owner] = /github\.com\/([^/]+)\//.exec(repository.url) ?? [];
	return [
		...(reservedDomain.test(author.email)
			? [{ text: author.email, due: 'an address for questions and for weaknesses' }]
			: []),
		...(owner === name ? [{ text: `${owner}/${name}`, due: 'the public repository' }] : []),
	];
}

/** The files of the repository that contain a text, by their paths from its root. */
export async function placesOf(text: string, root: string): Promise<string[]> {
	const { stdout } = await run('git', ['grep', '-l', '-F', text], { cwd: root });
	return stdout.trim().split('\n');
}
