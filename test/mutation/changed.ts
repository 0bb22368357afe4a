import { execFileSync, spawnSync } from 'node:child_process';

/**
 * Mutation testing of the published files that the last commit changed, or that differ from the
 * revision given: what CI has time for.
 */
const base = process.argv[2] ?? 'HEAD~1';
const changed = execFileSync(
	'git',
	['diff', '--name-only', '--diff-filter=d', base, '--', 'nodes', 'credentials'],
	{ encoding: 'utf8' },
)
	.split('\n')
	.filter((path) => path.endsWith('.ts'));

if (changed.length === 0) {
	console.log(`No published file has changed since ${base}: nothing to mutate.`);
} else {
	const { status } = spawnSync('npx', ['stryker', 'run', '--mutate', changed.join(',')], {
		stdio: 'inherit',
	});
	process.exitCode = status ?? 1;
}
