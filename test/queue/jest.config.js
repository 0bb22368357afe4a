/** Queue mode has a command of its own (`npm run test:queue`): it takes minutes and whole servers. */
module.exports = {
	rootDir: __dirname,
	testMatch: ['<rootDir>/*.test.ts'],
	transform: {
		'\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/../../tsconfig.json' }],
	},
	// The step that takes longest: an outage of 90 s, and a Retry of most of 2,000 events at 100 a second.
	testTimeout: 300_000,
};
