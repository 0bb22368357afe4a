import { releaseNotes, versionProblems } from '../../release/changelog';

const changelog = `# Changelog

## [Unreleased]

## [1.2.0] - 2027-01-31

### Added

- Something.

## [1.1.0] - 2026-12-01

- Something else.
`;

const older = (newest: string, version: string) =>
	`The newest release in CHANGELOG.md is ${newest}, but package.json has version ${version}.`;

it.each([
	['v1.2.0', '1.2.0', changelog, []],
	[
		'v1.2.1',
		'1.2.0',
		changelog,
		['The tag is v1.2.1, but package.json has version 1.2.0: expected v1.2.0.'],
	],
	['v1.3.0', '1.3.0', changelog, [older('1.2.0', '1.3.0')]],
	['v1.1.0', '1.1.0', changelog, [older('1.2.0', '1.1.0')]],
	['v1.1.0', '1.1.0', '# Changelog', [older('missing', '1.1.0')]],
	[
		'v2.0.0',
		'2.0.0',
		'## [2.0.0]\n\n- Something.',
		['CHANGELOG.md has no date (YYYY-MM-DD) for 2.0.0.'],
	],
	[
		'v2.0.0',
		'2.0.0',
		'## [2.0.0] - 2027-02-01\n\n## [1.2.0] - 2027-01-31',
		['CHANGELOG.md says nothing about 2.0.0.'],
	],
])('against publishing %s of %s with %j speaks %j', (tag, version, changelog, problems) => {
	expect(versionProblems({ tag, version, changelog })).toEqual(problems);
});

it('gives the newest entry as the notes of a release, without the links below it', () => {
	expect(releaseNotes(changelog)).toBe('### Added\n\n- Something.');
	expect(releaseNotes('## [1.0.0] - 2027-01-31\n\n- All.\n\n[1.0.0]: https://a.example')).toBe(
		'- All.',
	);
});
