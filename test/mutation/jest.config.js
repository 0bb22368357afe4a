const base = require('../../jest.config.js');

/**
 * The tests that a mutant of the node must not survive: those that need no pauses. The fault
 * matrix and the properties take many seconds a run, and would make it last hours.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['credentials', 'description', 'input', 'operations', 'request', 'response'].map(
		(name) => `<rootDir>/test/${name}`,
	),
	// Types are checked once before, not for each mutant.
	transform: { '^.+\\.ts$': ['ts-jest', { isolatedModules: true, diagnostics: false }] },
};
