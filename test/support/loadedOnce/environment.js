globalThis.loadOnce = require;

/** The tests run in the context of the process, as the packages do that are loaded once (resolver.js). */
module.exports = require('jest-environment-node-single-context');
