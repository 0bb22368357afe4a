const { testEnvironment, resolver } = require('../../../jest.config.js');

/**
 * Whole servers have a command of their own, `npm run test:cluster`: what runs for every change.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	rootDir: __dirname,
	testEnvironment,
	resolver,
	testMatch: ['<rootDir>/queue.mode.ts'],
	transform: {
		'\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/../../../tsconfig.dev.json' }],
	},
	// One cluster at a time.
	maxWorkers: 1,
	testTimeout: 900_000,
};
