/** Faults have a command of their own (`npm run test:chaos`): they take most of an hour. */
module.exports = {
	...require('../queue/jest.config'),
	rootDir: __dirname,
	testTimeout: 600_000,
};
