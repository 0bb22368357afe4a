import { ownerProblems, withNames } from '../../release/owner';

const names = {
	package: 'n8n-nodes-x',
	repository: 'n8n-nodes-x/n8n-nodes-x',
	author: 'n8n-nodes-x maintainers',
	email: 'me@x.example',
	reviewers: '@n8n-nodes-x/maintainers',
	service: 'X',
	website: 'https://x.example',
};
const mine = {
	package: 'n8n-nodes-mine',
	// As GitHub names a fork: the old name is part of the new one.
	repository: 'somebody/n8n-nodes-x',
	author: 'Somebody',
	email: 'me@example.dev',
	reviewers: '@somebody',
	service: 'Xtra',
	website: 'https://xtra.dev',
};

it('names each placeholder, and files that have other names', () => {
	expect(ownerProblems(names, names)).toEqual([
		'"email" is a placeholder for an address for questions and for weaknesses',
		'"repository" is a placeholder for the public repository',
		'"website" is a placeholder for the service\'s own',
		'"author" is a placeholder for who publishes',
	]);
	expect(ownerProblems(mine, mine)).toEqual([]);
	expect(ownerProblems(mine, names)).toEqual([
		'the files have other names: run npx tsx release/owner.ts',
	]);
	const scoped = { ...mine, package: '@me/n8n-nodes-mine' };
	expect(ownerProblems(scoped, scoped)).toEqual([expect.stringContaining('scope')]);
	expect(ownerProblems({ ...mine, email: 'me@mail.example.com' }, mine)).toHaveLength(2);
	expect(ownerProblems({ ...mine, reviewers: 'somebody' }, mine)).toHaveLength(2);
});

it("replaces the placeholders by the owner's names", () => {
	const text =
		'n8n-nodes-x.messenger by n8n-nodes-x maintainers (me@x.example), @n8n-nodes-x/maintainers, [X](https://x.example): github.com/n8n-nodes-x/n8n-nodes-x/issues';
	expect(withNames(text, names, mine)).toBe(
		'n8n-nodes-mine.messenger by Somebody (me@example.dev), @somebody, [Xtra](https://xtra.dev): github.com/somebody/n8n-nodes-x/issues',
	);
});
