import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const tests = join(__dirname, '..');

/**
 * The tests that a mutant of the node must not survive: those that need no pauses. The fault
 * matrix and the properties take many seconds a run, and would make it last hours.
 */
const folders = [
	'credentials',
	'description',
	'input',
	'operations',
	'request',
	'response',
	'security',
];

/**
 * All of them as one file: jest gives each file modules of its own, and for each of a thousand
 * mutants would load n8n's engine fifty times.
 */
for (const folder of folders) {
	const files = readdirSync(join(tests, folder), { recursive: true, encoding: 'utf8' });
	for (const file of files.filter((name) => name.endsWith('.test.ts'))) {
		describe(join(folder, file), () => {
			// eslint-disable-next-line @typescript-eslint/no-require-imports
			require(join(tests, folder, file));
		});
	}
}
