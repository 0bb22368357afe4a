const Environment = require('../support/loadedOnce/environment.js');

/** The mutant that a test has noticed. */
let noticed;

/** One failed test is enough for a mutant. Jest itself goes on to the end of all files where Stryker calls it. */
module.exports = class extends Environment {
	async handleTestEvent({ name, test }) {
		const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
		if (mutant === undefined) return;
		if (name === 'test_fn_failure') noticed = mutant;
		if (name === 'test_start' && noticed === mutant) test.mode = 'skip';
	}
};
