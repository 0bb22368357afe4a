const base = require('../jest.config.js');

/**
 * What takes half as long as all other tests together: whether anything freezes n8n, and whether a part of the key is told.
 *
 * @type {import('jest').Config}
 */
module.exports = { ...base, rootDir: '..', testMatch: ['**/*.slow.ts'] };
