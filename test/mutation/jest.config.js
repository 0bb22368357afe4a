const base = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	testMatch: ['<rootDir>/test/mutation/tests/*.ts'],
	testSequencer: require.resolve('./byName.js'),
	testEnvironment: require.resolve('./failFastEnvironment.js'),
	// What hangs is killed soon; the slowest test takes three seconds.
	testTimeout: 10_000,
	// Types are checked once before, not for each mutant.
	transform: { '^.+\\.ts$': ['ts-jest', { isolatedModules: true, diagnostics: false }] },
};
