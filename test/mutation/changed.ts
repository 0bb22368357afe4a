import { execFileSync, spawnSync } from 'node:child_process';

/**
 * Mutation testing of the lines of the published code that the last commit changed, or that differ
 * from the revision given: what CI has time for.
 */
const base = process.argv[2] ?? 'HEAD~1';
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' });

/** Whether the clone has the revision; one with a single commit has nothing to compare with. */
function has(revision: string): boolean {
	return spawnSync('git', ['rev-parse', '--verify', '--quiet', revision]).status === 0;
}

/** The changed lines, as Stryker takes them: `nodes/…/deliver.ts:20-24`. */
function changedLines(): string[] {
	const difference = git(
		'diff',
		'--unified=0',
		'--diff-filter=d',
		base,
		'--',
		'nodes',
		'credentials',
	);
	return difference.split(/^diff --git /m).flatMap((ofFile) => {
		const path = /^\+\+\+ b\/(.+\.ts)$/m.exec(ofFile)?.[1];
		if (path === undefined) return [];
		return [...ofFile.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm)].flatMap(
			([, first, count = 1]) =>
				Number(count) === 0 ? [] : [`${path}:${first}-${Number(first) + Number(count) - 1}`],
		);
	});
}

const changed = has(base) ? changedLines() : undefined;
if (changed === undefined) {
	console.log(`This clone has no ${base} to compare with: nothing to mutate.`);
} else if (changed.length === 0) {
	console.log(`No line of the published code has changed since ${base}: nothing to mutate.`);
} else {
	const { status } = spawnSync('npx', ['stryker', 'run', '--mutate', changed.join(',')], {
		stdio: 'inherit',
	});
	process.exitCode = status ?? 1;
}
