const base = require('../../jest.config.js');

/**
 * How mutation testing runs tests; stryker.config.mjs says which.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	rootDir: '../..',
	testEnvironment: require.resolve('./environment.js'),
	runner: require.resolve('./runner.js'),
	// Types are checked once before, not for each mutant.
	transform: {
		'^.+\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/tsconfig.dev.json', diagnostics: false }],
	},
};
