const base = require('../../jest.config.js');

/**
 * The tests that a mutant of the node must not survive: all that run in milliseconds. What takes
 * seconds (faults, properties, the pacer's simulation) would make a full run last hours.
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
