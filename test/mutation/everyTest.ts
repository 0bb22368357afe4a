import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const tests = join(__dirname, '..');

/**
 * Where the tests are that a mutant of the node must not survive: first those of a function, then
 * those of whole runs, as most mutants are killed by the first and cost a second.
 */
const folders = [
	'input',
	'request',
	'response',
	'run',
	'description',
	'credentials',
	'operations',
	'security',
	'runs',
];

/**
 * Left out, as are the fault matrix and the properties: what waits for many seconds, compares times,
 * or tries values by the thousand. A testing of a thousand mutants would last days.
 */
const tooSlow = [
	'request/pacing/simulation.test.ts',
	'response/withoutKey.cost.test.ts',
	'run/plainReference.fuzz.test.ts',
	'runs/anything.test.ts',
	'runs/cancelAnywhere.test.ts',
	'runs/differential.test.ts',
	'runs/outage.test.ts',
	'runs/responsive.test.ts',
	'security/keyInParameters.test.ts',
];

const files = folders.flatMap((folder) =>
	readdirSync(join(tests, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.test.ts'))
		.map((name) => join(folder, name)),
);

/** The names of the tests that reach the mutant, from failFastEnvironment.js; undefined for all tests. */
const { testsOfMutant } = globalThis as { testsOfMutant?: Set<string> };
const filesOfMutant =
	testsOfMutant && new Set(Array.from(testsOfMutant, (name) => name.split(' ')[0]));

/**
 * All of them as one file: jest gives each file modules of its own, and for each of a thousand
 * mutants would load n8n's engine fifty times.
 */
for (const file of ['foreignText.test.ts', ...files]) {
	if (tooSlow.includes(file) || filesOfMutant?.has(file) === false) continue;
	describe(file, () => {
		// eslint-disable-next-line @typescript-eslint/no-require-imports
		require(join(tests, file));
	});
}

// A mutant is killed by the first failure, test/support/onTheClock.ts or not.
jest.retryTimes(0);
