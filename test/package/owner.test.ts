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

it.each([
	[mine, []],
	[names, ['"email"', '"repository"', '"website"', '"author"']],
	[{ ...mine, package: '@me/n8n-nodes-mine' }, ['scope']],
	[{ ...mine, email: 'me@mail.example.com' }, ['"email" is a placeholder']],
	[{ ...mine, reviewers: 'somebody' }, ['"reviewers" is a placeholder']],
])('of %j is missing: %j', (owner, missing) => {
	const problems = missing.map((words) => expect.stringContaining(words) as string);
	expect(ownerProblems(owner, owner)).toEqual(problems);
	const unapplied = expect.stringContaining('run npx tsx release/owner.ts') as string;
	expect(ownerProblems(owner, { ...owner, service: 'Other' })).toEqual([...problems, unapplied]);
});

it("replaces the placeholders by the owner's names", () => {
	const text =
		'n8n-nodes-x.messenger by n8n-nodes-x maintainers (me@x.example), @n8n-nodes-x/maintainers, [X](https://x.example): github.com/n8n-nodes-x/n8n-nodes-x/issues';
	expect(withNames(text, names, mine)).toBe(
		'n8n-nodes-mine.messenger by Somebody (me@example.dev), @somebody, [Xtra](https://xtra.dev): github.com/somebody/n8n-nodes-x/issues',
	);
});
