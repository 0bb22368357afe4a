const { testEnvironment, resolver } = require('../../../jest.config.js');

/**
 * Whole servers have a command of their own, `npm run test:cluster`: what runs for every change.
 * `-- chaos` tries every fault, which takes most of an hour; `-- soak` sends 200,000 events.
 */
const isLong = (mode) => process.argv.includes(mode);

process.env.WHOLE_CHAOS = isLong('chaos') ? 'true' : '';

module.exports = {
	rootDir: __dirname,
	testEnvironment,
	resolver,
	testMatch: [`<rootDir>/${isLong('soak') ? 'soak' : 'chaos'}.mode.ts`],
	transform: {
		'\\.ts$': ['ts-jest', { tsconfig: '<rootDir>/../../../tsconfig.dev.json' }],
	},
	// One cluster at a time.
	maxWorkers: 1,
	testTimeout: isLong('soak') ? 3_600_000 : 900_000,
};
