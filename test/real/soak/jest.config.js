/** The soak has a command of its own (`npm run test:soak`): it takes minutes. */
module.exports = {
	...require('../queue/jest.config'),
	rootDir: __dirname,
	testTimeout: 3_600_000,
};
