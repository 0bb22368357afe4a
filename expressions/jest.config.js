const base = require('../jest.config.js');

/**
 * The tests in which the node's expressions are evaluated, by the engine that n8n 2 evaluates them
 * with (`vm`). By any other configuration the same tests run on that of n8n 1 (`legacy`).
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	rootDir: '..',
	roots: ['expressions', 'test/run'].map((name) => `<rootDir>/${name}`),
	setupFilesAfterEnv: ['<rootDir>/expressions/vmEngine.ts'],
};
