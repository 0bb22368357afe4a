const base = require('../../jest.config.js');

const engine = '<rootDir>/test/compatibility/n8n-2.0/node_modules';

/**
 * The tests that run the node by n8n's engine, with the engine of n8n 2.0 instead of the
 * current one. Types are those of the current one: what the older lacks shows when it runs.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	rootDir: '../..',
	// n8n's own nodes in these tests are those of the current one.
	testPathIgnorePatterns: ['/node_modules/', '/test/node/credentials/confined'],
	roots: ['compatibility', 'node/credentials', 'node/description', 'node/operations', 'faults'].map(
		(name) => `<rootDir>/test/${name}`,
	),
	moduleNameMapper: {
		'^@n8n/di$': `${engine}/@n8n/di`,
		'^n8n-core$': `${engine}/n8n-core`,
		'^n8n-workflow$': `${engine}/n8n-workflow`,
	},
};
