import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const tests = join(__dirname, '..');

/** What failFastEnvironment.js knows of the mutant. */
const { testsOfMutant, isKilled, __stryker__ } = globalThis as {
	/** The names of the tests that reach it; undefined for all tests. */
	testsOfMutant?: Set<string>;
	/** Whether a test of an earlier part has failed. */
	isKilled?: boolean;
	__stryker__?: { activeMutant?: string };
};

/** Where the tests are that a mutant of the node must not survive. */
const ofFunctions = [
	['input', 'gate', 'http'],
	['response', 'run'],
];
const ofDescriptions = [['description', 'credentials'], ['operations']];

/**
 * In the order in which most mutants are soon killed: what works while the node is loaded, which all
 * tests reach, is a description; for the others those of a function come before those of whole runs.
 */
const parts = [
	...(testsOfMutant ? [...ofFunctions, ...ofDescriptions] : [...ofDescriptions, ...ofFunctions]),
	['security', 'runs'],
];

/**
 * Left out, as are the fault matrix and the properties: what waits for seconds, compares times, or tries
 * values by the thousand. Each survivor would cost minutes, and nearly nothing is killed by these alone.
 */
const tooSlow = [
	'gate/simulation.test.ts',
	'gate/slowRequest.test.ts',
	'run/directExpression.fuzz.test.ts',
	'run/earlierNodes.fuzz.test.ts',
	'runs/anything.test.ts',
	'runs/briefOutage.test.ts',
	'runs/cancel.test.ts',
	'runs/cancelAnywhere.test.ts',
	'runs/differential.test.ts',
	'runs/outage.test.ts',
	'runs/responsive.test.ts',
	'runs/stopsEarly.test.ts',
	'runs/storedForRetry.test.ts',
	'runs/waiting.test.ts',
	'security/keyInParameters.test.ts',
	'security/sizeOfRun.test.ts',
];

const filesOfMutant =
	testsOfMutant && new Set(Array.from(testsOfMutant, (name) => name.split(' ')[0]));

/**
 * Registers the tests of some folders. They are one file to jest, as it gives each file modules of its
 * own; and not all of them are, as to load the others takes longer than most mutants live.
 *
 * @param part from 0 to 4: those that are to kill most come first
 */
export function registerTests(part: number): void {
	const files = (parts[part] ?? []).flatMap((folder) =>
		readdirSync(join(tests, folder), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.test.ts'))
			.map((name) => join(folder, name)),
	);
	for (const file of isKilled ? [] : files) {
		if (tooSlow.includes(file) || filesOfMutant?.has(file) === false) continue;
		describe(file, () => {
			// eslint-disable-next-line @typescript-eslint/no-require-imports
			require(join(tests, file));
		});
	}
	// A file without tests is an error to jest.
	it.skip(`part ${part}`, () => {});
	// A mutant is killed by the first failure, test/support/onTheClock.ts or not; without one, whoever
	// reads a clock on a busy machine is asked again.
	jest.retryTimes(__stryker__?.activeMutant === undefined ? 2 : 0);
}
