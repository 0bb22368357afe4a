const SingleContextEnvironment = require('jest-environment-node-single-context');

globalThis.loadOnce = require;

/**
 * One failed test is enough to kill a mutant: the others are skipped, which jest cannot do. The tests
 * run in the context of the process, as the packages do that are loaded once (loadedOnce.js).
 */
module.exports = class FailFastEnvironment extends SingleContextEnvironment {
	hasFailed = false;

	handleTestEvent(event) {
		if (event.name === 'test_done') this.hasFailed ||= event.test.errors.length > 0;
		if (event.name === 'test_start' && this.hasFailed) event.test.mode = 'skip';
	}
};
