/** Queue mode has a command of its own (`npm run test:queue`): it takes minutes and whole servers. */
module.exports = {
	rootDir: __dirname,
	testMatch: ['<rootDir>/*.test.ts'],
	transform: {
		'\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/../../tsconfig.json' }],
	},
	// The step that takes longest: 2,000 events at 100 a second, then a crash that n8n must notice.
	testTimeout: 300_000,
};
