const { TestEnvironment } = require('jest-environment-node');

/** One failed test is enough to kill a mutant: the others are skipped, which jest cannot do. */
module.exports = class FailFastEnvironment extends TestEnvironment {
	hasFailed = false;

	handleTestEvent(event) {
		if (event.name === 'test_done') this.hasFailed ||= event.test.errors.length > 0;
		if (event.name === 'test_start' && this.hasFailed) event.test.mode = 'skip';
	}
};
