const Environment = require('../support/loadedOnce/environment.js');

/** After a failed test no other test of its file runs: one is enough for a mutant. */
module.exports = class extends Environment {
	hasFailed = false;

	async handleTestEvent({ name, test }) {
		if (name === 'test_fn_failure') this.hasFailed = true;
		if (name === 'test_start' && this.hasFailed) test.mode = 'skip';
	}
};
