const Environment = require('../support/loadedOnce/environment');

/** The last run in which a test has failed: its further files have nothing to do. */
let failedRun;

/**
 * One failed test is enough to kill a mutant: the others are skipped, with the `beforeAll` of their
 * blocks, which jest cannot do.
 *
 * What a `beforeAll` reaches counts for every test of its block. Stryker would take it for a part of
 * the loading, and run all tests for each mutant in it.
 */
module.exports = class FailFastEnvironment extends Environment {
	/** The blocks with a `beforeAll`, by the name that Stryker knows it by. */
	blocks = new Map();

	constructor(config, context) {
		super(config, context);
		this.run = config.globalConfig;
		this.global.testsOfMutant = testsOfMutant(this.run.testNamePattern);
		this.global.isKilled = failedRun === this.run;
	}

	handleTestEvent({ name, test, hook }, state) {
		if (name === 'run_start') {
			this.skipOthers(state);
			// A part is one file to Stryker, which would take each line's move in a test for a change.
			state.includeTestLocationInResult = false;
		}
		// Without a mutant it may be tried again.
		if (name === 'test_done' && test.errors.length > 0 && this.stryker.activeMutant) {
			failedRun = this.run;
			for (const other of testsIn(rootOf(test))) other.mode = 'skip';
		}
		if (hook?.type === 'beforeAll') this.countAsTest(name, hook);
		if (name === 'run_finish') this.countForTests();
	}

	skipOthers(state) {
		const { testsOfMutant } = this.global;
		if (testsOfMutant === undefined) return;
		for (const test of testsIn(state.rootDescribeBlock)) {
			if (!testsOfMutant.has(fullName(test))) test.mode = 'skip';
		}
		state.testNamePattern = null;
	}

	get stryker() {
		return this.global.__stryker__ ?? {};
	}

	countAsTest(name, hook) {
		const id = `beforeAll of ${fullName(hook.parent)}`;
		this.blocks.set(id, hook.parent);
		this.stryker.currentTestId = name === 'hook_start' ? id : undefined;
	}

	countForTests() {
		const { perTest = {} } = this.stryker.mutantCoverage ?? {};
		for (const [id, block] of this.blocks) {
			for (const test of testsIn(block)) {
				const reached = (perTest[fullName(test)] ??= {});
				for (const [mutant, hits] of Object.entries(perTest[id] ?? {})) {
					reached[mutant] = (reached[mutant] ?? 0) + hits;
				}
			}
			delete perTest[id];
		}
	}
};

/**
 * Stryker names the tests of a mutant by one expression, `(name)|(name)|…`. Jest would try it on every
 * test again and again, which is half of all the work.
 *
 * @returns undefined where all tests are meant
 */
function testsOfMutant(pattern) {
	if (!pattern) return undefined;
	return new Set(
		pattern
			.slice(1, -1)
			.split(')|(')
			.map((name) => name.replace(/\\(.)/g, '$1')),
	);
}

/** As Stryker names a test. */
function fullName({ name, parent }) {
	return parent === undefined ? '' : `${fullName(parent)} ${name}`.trimStart();
}

function rootOf(block) {
	return block.parent === undefined ? block : rootOf(block.parent);
}

function testsIn({ children }) {
	return children.flatMap((child) => (child.type === 'test' ? [child] : testsIn(child)));
}
