import manifest from '../../package.json';

it('brings nothing with it, in ways that the linter does not look for', () => {
	const bundled = ['bundleDependencies', 'bundledDependencies'];
	for (const kind of ['optionalDependencies', ...bundled])
		expect(manifest).not.toHaveProperty(kind);
});

it('says on what it runs, and from which public repository n8n fetches the sources that it checks', () => {
	expect(manifest).toMatchObject({
		engines: { node: '>=20.19', n8n: '>=1.123' },
		n8n: { n8nNodesApiVersion: 1 },
		repository: {
			type: 'git',
			url: expect.stringMatching(/^git\+https:\/\/github\.com\/[\w.-]+\/[\w.-]+\.git$/),
		},
	});
});
