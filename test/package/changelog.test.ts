import { releaseNotes, versionProblems } from '../../release/changelog';

const changelog = `# Changelog

## [Unreleased]

## [1.2.0] - 2027-01-31

### Added

- Something.

## [1.1.0] - 2026-12-01

- Something else.
`;

it('lets a version pass that the tag, package.json and the newest entry agree on', () => {
	expect(versionProblems({ tag: 'v1.2.0', version: '1.2.0', changelog })).toEqual([]);
});

it('stops a tag that is not the version', () => {
	expect(versionProblems({ tag: 'v1.2.1', version: '1.2.0', changelog })).toEqual([
		'The tag is v1.2.1, but package.json has version 1.2.0: expected v1.2.0.',
	]);
});

it('stops a version that the changelog has not as its newest', () => {
	const newestIs = (version: string) =>
		`The newest release in CHANGELOG.md is ${version}, but package.json has version`;

	expect(versionProblems({ tag: 'v1.3.0', version: '1.3.0', changelog })).toEqual([
		`${newestIs('1.2.0')} 1.3.0.`,
	]);
	expect(versionProblems({ tag: 'v1.1.0', version: '1.1.0', changelog })).toEqual([
		`${newestIs('1.2.0')} 1.1.0.`,
	]);
	expect(versionProblems({ tag: 'v1.1.0', version: '1.1.0', changelog: '# Changelog' })).toEqual([
		`${newestIs('missing')} 1.1.0.`,
	]);
});

it('stops an entry without a date, and one that says nothing', () => {
	const release = { tag: 'v2.0.0', version: '2.0.0' };

	expect(versionProblems({ ...release, changelog: '## [2.0.0]\n\n- Something.' })).toEqual([
		'CHANGELOG.md has no date (YYYY-MM-DD) for 2.0.0.',
	]);
	expect(
		versionProblems({
			...release,
			changelog: `## [2.0.0] - 2027-02-01\n\n## [1.2.0] - 2027-01-31`,
		}),
	).toEqual(['CHANGELOG.md says nothing about 2.0.0.']);
});

it('gives the newest entry as the notes of a release, without the links below it', () => {
	expect(releaseNotes(changelog)).toBe('### Added\n\n- Something.');
	expect(releaseNotes('## [1.0.0] - 2027-01-31\n\n- All.\n\n[1.0.0]: https://a.example')).toBe(
		'- All.',
	);
});
