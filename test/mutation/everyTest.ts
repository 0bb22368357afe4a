import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const tests = join(__dirname, '..');

/** The names of the tests that reach the mutant, from failFastEnvironment.js; undefined for all tests. */
const { testsOfMutant } = globalThis as { testsOfMutant?: Set<string> };

/**
 * Where the tests are that a mutant of the node must not survive. In the order in which most mutants
 * are soon killed: what works while the node is loaded, which all tests reach, is a description; for
 * the others those of a function come before those of whole runs.
 */
const ofFunctions = ['input', 'request', 'response', 'run'];
const ofDescriptions = ['description', 'credentials', 'operations'];
const ordered = testsOfMutant ? [ofFunctions, ofDescriptions] : [ofDescriptions, ofFunctions];
const folders = [...ordered.flat(), 'security', 'runs'];

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

// A mutant is killed by the first failure, test/support/onTheClock.ts or not; without one, whoever reads
// a clock on a busy machine is asked again.
const { __stryker__: stryker } = globalThis as { __stryker__?: { activeMutant?: string } };
jest.retryTimes(stryker?.activeMutant === undefined ? 2 : 0);
