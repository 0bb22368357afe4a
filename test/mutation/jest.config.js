const base = require('../../jest.config.js');

/**
 * The tests that mutation testing counts: those of each source file, and those that run each operation by n8n's engine.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/unit', '<rootDir>/test/node'],
	collectCoverage: false,
	// Types are checked once before, not for each mutant.
	transform: { '^.+\\.ts$': ['ts-jest', { isolatedModules: true, diagnostics: false }] },
};
