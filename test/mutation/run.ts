import { execFileSync, spawnSync } from 'node:child_process';

/**
 * `npm run test:mutation`: Stryker with what it is given; with `--since <revision>` only for the lines of the published
 * code that have changed since then.
 */
const args = process.argv.slice(2);
const at = args.indexOf('--since');
const since = at < 0 ? undefined : args.splice(at, 2)[1];

/** The changed lines, as Stryker takes them: `nodes/…/Gate.ts:20-24`. */
function changedLines(revision: string): string[] {
	const difference = execFileSync(
		'git',
		['diff', '--unified=0', '--diff-filter=d', revision, '--', 'nodes', 'credentials'],
		{ encoding: 'utf8' },
	);
	return difference.split(/^diff --git /m).flatMap((ofFile) => {
		const path = /^\+\+\+ b\/(.+\.ts)$/m.exec(ofFile)?.[1];
		const places = ofFile.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm);
		return [...(path ? places : [])]
			.map(([, first, count = 1]) => ({ first: Number(first), count: Number(count) }))
			.filter(({ count }) => count > 0)
			.map(({ first, count }) => `${path}:${first}-${first + count - 1}`);
	});
}

const isCloned =
	since && spawnSync('git', ['rev-parse', '--verify', '--quiet', since]).status === 0;
const changed = isCloned ? changedLines(since) : [];
if (since && changed.length === 0) {
	console.log(
		isCloned
			? `No line of the published code has changed since ${since}: nothing to mutate.`
			: `This clone has no ${since} to compare with: nothing to mutate.`,
	);
} else {
	const mutate = since ? ['--mutate', changed.join(',')] : [];
	const { status } = spawnSync('npx', ['stryker', 'run', ...mutate, ...args], { stdio: 'inherit' });
	process.exitCode = status ?? 1;
}
