const base = require('../../jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...base,
	rootDir: '../..',
	testMatch: ['<rootDir>/test/mutation/everyTest.ts'],
	testEnvironment: require.resolve('./failFastEnvironment.js'),
	// What hangs is killed soon, what a busy machine does slowly is not.
	testTimeout: 30_000,
	// Types are checked once before, not for each mutant.
	transform: { '^.+\\.ts$': ['ts-jest', { isolatedModules: true, diagnostics: false }] },
};
