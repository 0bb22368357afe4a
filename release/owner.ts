import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../package.json';
import owner from './owner.json';

/** The names that only an owner can fill in: `release/owner.json`. */
export type Owner = typeof owner;

/** Domains that nobody can own (RFC 2606). */
const reservedDomain = /[@/](?:.+\.)?(?:example|test|invalid|localhost|example\.(?:com|net|org))$/i;

const [, repository = ''] = /github\.com\/(.+)\.git$/.exec(manifest.repository.url) ?? [];

const read = (file: string) => readFileSync(join(__dirname, '..', file), 'utf8');

const [, service = '', website = ''] = / node for \[(.+?)\]\((.+?)\)/.exec(read('README.md')) ?? [];

/** The names as the project's files have them. */
export const used: Owner = {
	package: manifest.name,
	repository,
	author: manifest.author.name,
	email: manifest.author.email,
	reviewers: /^\* (.+)$/m.exec(read('.github/CODEOWNERS'))?.[1] ?? '',
	service,
	website,
};

/** The reasons why a release isn't an owner's yet: one line each, none if all is filled in. */
export function ownerProblems(names: Owner, inFiles: Owner): string[] {
	const placeholders = [
		reservedDomain.test(names.email) && ['email', 'an address for questions and for weaknesses'],
		names.repository.startsWith(`${names.package}/`) && ['repository', 'the public repository'],
		reservedDomain.test(names.website) && ['website', "the service's own"],
		!/^@[\w-]+(\/[\w-]+)?$/.test(names.reviewers) && ['reviewers', 'a person or a team on GitHub'],
		names.author === `${names.package} maintainers` && ['author', 'who publishes'],
	].filter((problem) => problem !== false);
	const isApplied = JSON.stringify(names) === JSON.stringify(inFiles);
	return [
		...placeholders.map(([name, due]) => `"${name}" is a placeholder for ${due}`),
		...(names.package.startsWith('@')
			? ['"package" has a scope, for which the files have no place']
			: []),
		...(isApplied ? [] : ['the files have other names: run npx tsx release/owner.ts']),
	];
}

/** Each name as it was and as it is to be; the longer ones before what is part of them. */
const pairs = (from: Owner, to: Owner) => [
	[from.email, to.email],
	[from.author, to.author],
	[`[${from.service}](${from.website})`, `[${to.service}](${to.website})`],
	[from.repository, to.repository],
	[from.reviewers, to.reviewers],
	[from.package, to.package],
];

/** A text in which the owner's names replace those that it has. */
export function withNames(text: string, from: Owner, to: Owner): string {
	const names = new Map(pairs(from, to) as Array<[string, string]>);
	const literally = [...names.keys()].map((name) => name.replace(/[^\w-]/g, '\\$&'));
	return text.replace(new RegExp(literally.join('|'), 'g'), (name) => names.get(name)!);
}

/** Writes the names of owner.json into every file of the project that has others. */
function main(): void {
	const root = join(__dirname, '..');
	const patterns = pairs(used, used).flatMap(([name = '']) => ['-e', name]);
	const files = execFileSync('git', ['grep', '-lIF', ...patterns], { cwd: root, encoding: 'utf8' });
	const changed = files
		.trim()
		.split('\n')
		.filter((name) => {
			if (name === 'release/owner.json') return false;
			const before = readFileSync(join(root, name), 'utf8');
			const after = withNames(before, used, owner);
			if (after !== before) writeFileSync(join(root, name), after);
			return after !== before;
		});
	console.log(`${changed.length} files changed. Look at them with git diff.`);
}

if (require.main === module) main();
