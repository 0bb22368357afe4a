export interface Release {
	/** Git tag, such as `v1.0.0`. */
	tag: string;
	/** The version in package.json. */
	version: string;
	/** Text of CHANGELOG.md. */
	changelog: string;
}

/**
 * Says what speaks against publishing: the tag, package.json and the newest entry of the changelog
 * must name the same version, and that entry must have a date and say something.
 *
 * @returns one sentence for each problem, none if all is well
 */
export function versionProblems({ tag, version, changelog }: Release): string[] {
	const problems: string[] = [];
	if (tag !== `v${version}`) {
		problems.push(
			`The tag is ${tag}, but package.json has version ${version}: expected v${version}.`,
		);
	}
	const [newest] = releasedEntries(changelog);
	if (newest?.version !== version) {
		problems.push(
			`The newest release in CHANGELOG.md is ${newest?.version ?? 'missing'}, but package.json has version ${version}.`,
		);
	} else if (!newest.date) {
		problems.push(`CHANGELOG.md has no date (YYYY-MM-DD) for ${version}.`);
	} else if (newest.text === '') {
		problems.push(`CHANGELOG.md says nothing about ${version}.`);
	}
	return problems;
}

/** The changelog's text on its newest release, as Markdown. */
export function releaseNotes(changelog: string): string {
	return releasedEntries(changelog)[0]?.text ?? '';
}

/** The releases of a changelog in the form of Keep a Changelog, as they stand: newest first. */
function releasedEntries(changelog: string) {
	const entries = changelog.split(/^## /m).slice(1);
	return entries
		.map((entry) => {
			const [heading = '', ...lines] = entry.split('\n');
			const [, version, date] = /^\[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?\s*$/.exec(heading) ?? [];
			// The links of the headings stand behind the last entry.
			const text = lines.filter((line) => !/^\[[^\]]+\]: /.test(line)).join('\n');
			return { version, date, text: text.trim() };
		})
		.filter(({ version }) => version !== 'Unreleased');
}
