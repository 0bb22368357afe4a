const base = require('../../jest.config.js');

process.env.RUNS ??= '2000';
process.env.SEED ??= String(Date.now() % 2 ** 31);
console.log(`The same again: SEED=${process.env.SEED} npm run test:random`);

/**
 * All random tests, by a seed of their own each time, and with more runs.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	rootDir: '../..',
	roots: ['<rootDir>/test/random'],
};
