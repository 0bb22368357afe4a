const base = require('../../jest.config.js');

/**
 * The tests in which the node's expressions are evaluated, by the engine that n8n 2 evaluates them
 * with (`vm`). By any other configuration the same tests run on the older one (`legacy`).
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	rootDir: '../..',
	testPathIgnorePatterns: ['/node_modules/'],
	roots: ['<rootDir>/test'],
	testMatch: [
		'**/expressions/**/*.test.ts',
		'**/test/unit/engine/**/*.test.ts',
		// What is read without it, and how often it evaluates.
		'**/test/random/*.fuzz.test.ts',
		'**/test/node/operations/everyOperation.test.ts',
		// Engine 2.0 knows no other.
		'**/test/node/engine2.test.ts',
	],
	setupFilesAfterEnv: ['<rootDir>/test/expressions/vmEngine.ts'],
};
