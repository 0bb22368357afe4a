const { default: TestRunner } = require('jest-runner');

/** After a file with a failed test no other file runs. Jest's own `bail` does nothing where Stryker calls it. */
module.exports = class extends TestRunner {
	async runTests(tests, watcher, options) {
		this.on('test-file-success', ([, { numFailingTests }]) => {
			if (numFailingTests > 0) watcher.setState({ interrupted: true });
		});
		await super.runTests(tests, watcher, options);
	}
};
