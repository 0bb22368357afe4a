/** Queue mode has a command of its own (`npm run test:queue`): it takes minutes and whole servers. */
module.exports = {
	rootDir: __dirname,
	testMatch: ['<rootDir>/*.test.ts'],
	transform: {
		'\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/../../../tsconfig.json' }],
	},
	// One cluster at a time.
	maxWorkers: 1,
	// Node 20 now and then waits for ever, in its own end, for the handle of a process or socket that is closing.
	forceExit: true,
	testTimeout: 300_000,
};
