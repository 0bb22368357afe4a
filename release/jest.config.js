const base = require('../jest.config.js');

/**
 * The tests that only a release needs: two builds that are equal to the byte, the packed file and its installation, n8n's scanner.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...base,
	rootDir: '..',
	roots: ['<rootDir>/test/package/release'],
	testPathIgnorePatterns: ['/node_modules/'],
};
