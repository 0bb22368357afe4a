/**
 * `npm run test:mutation`: stock Stryker, one layer after the other. `-- limiter` only that layer, `-- --since <revision>` only
 * the lines of the published code that have changed since then. Fails where a layer is below 95 %.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const description = 'test/node/description';

/**
 * Each layer, its folder and where its tests are: a change that only another layer's tests notice is a missing test here. A
 * file belongs to the first layer that has it.
 */
const layers: Array<[name: string, folder: string, tests: string[]]> = [
	['limiter', 'nodes/runtime/limiter/', ['test/unit/limiter', 'bench/pacing']],
	['http', 'nodes/runtime/http/', ['test/unit/http', description]],
	['input', 'nodes/runtime/input/', ['test/unit/input']],
	['response', 'nodes/runtime/response/', ['test/unit/response']],
	// Whole runs have no unit tests of their own.
	['run', 'nodes/runtime/run/', ['test/unit/run', 'test/faults', description]],
	['node', 'nodes/runtime/', ['test/unit/node', 'test/node/credentials', description]],
	['messenger', 'nodes/Messenger/', ['test/unit/resources', 'test/node/operations', description]],
	['credentials', 'credentials/', ['test/unit/credentials', 'test/node/credentials', description]],
];

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' });

const published = ['nodes/*.ts', 'credentials/*.ts'];

/** The changed lines, as Stryker takes them: `nodes/…/Limiter.ts:20-24`. */
function changedLines(revision: string): string[] {
	const difference = git('diff', '--unified=0', '--diff-filter=d', revision, '--', ...published);
	return difference.split(/^diff --git /m).flatMap((ofFile) => {
		const path = /^\+\+\+ b\/(.+\.ts)$/m.exec(ofFile)?.[1];
		const places = ofFile.matchAll(/^@@ -\S+ \+(\d+)(?:,(\d+))? @@/gm);
		return [...(path ? places : [])]
			.map(([, first, count = 1]) => ({ first: Number(first), count: Number(count) }))
			.filter(({ count }) => count > 0)
			.map(({ first, count }) => `${path}:${first}-${first + count - 1}`);
	});
}

const {
	values: { since },
	positionals: chosen,
} = parseArgs({ allowPositionals: true, options: { since: { type: 'string' } } });

/** The places in the published code that are changed. */
function placesToMutate(): string[] {
	if (since === undefined)
		return git('ls-files', ...published)
			.trim()
			.split('\n');
	const isCloned = spawnSync('git', ['rev-parse', '--verify', '--quiet', since]).status === 0;
	if (isCloned) return changedLines(since);
	console.log(`This clone has no ${since} to compare with.`);
	return [];
}

const unknown = chosen.filter((layer) => !layers.some(([name]) => name === layer));
if (unknown.length > 0) {
	throw new Error(
		`There is no layer ${unknown.join()}; there are ${layers.map(([name]) => name).join()}.`,
	);
}
let places = placesToMutate();
if (places.length === 0) console.log('No published line is changed: nothing to mutate.');
for (const [name, folder, tests] of layers) {
	const own = places.filter((place) => place.startsWith(folder));
	places = places.filter((place) => !own.includes(place));
	const isChosen = chosen.length === 0 || chosen.includes(name);
	if (own.length === 0 || !isChosen) continue;
	console.log(`\n=== ${name}`);
	const env = { ...process.env, MUTATED_LAYER: name, MUTATION_TESTS: tests.join() };
	const words = ['stryker', 'run', '--mutate', own.join()];
	if (spawnSync('npx', words, { stdio: 'inherit', env }).status !== 0) process.exitCode = 1;
}
