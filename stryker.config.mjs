/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	testRunner: 'jest',
	// Which tests a mutant needs is known from the coverage of each, not from the imports.
	jest: { configFile: 'test/mutation/jest.config.js', enableFindRelatedTests: false },
	coverageAnalysis: 'perTest',
	// All counted tests once, one after the other: minutes, more on a busy machine.
	dryRunTimeoutMinutes: 20,
	checkers: ['types'],
	tsconfigFile: 'tsconfig.build.json',
	plugins: [
		'@stryker-mutator/jest-runner',
		'./test/mutation/typeChecker.mjs',
		'./test/mutation/wordingIgnorer.mjs',
	],
	ignorers: ['wording'],
	// One checks the types of mutants, the other runs tests; then both do.
	concurrency: 2,
	// What waits for ever is ended by jest, and an endless loop by the number of its turns: whoever takes
	// this long is only on a busy machine.
	timeoutMS: 60_000,
	// A process keeps something of every run, and gets slow.
	maxTestRunnerReuse: 100,
	ignoreStatic: false,
	thresholds: { high: 95, low: 90, break: 90 },
	incremental: true,
	incrementalFile: 'reports/mutation/incremental.json',
	reporters: ['clear-text', 'json', 'html', 'progress'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	tempDirName: 'reports/stryker',
	ignorePatterns: [
		'playground/node_modules',
		'playground/.data',
		'scratch',
		'test/compatibility/n8n-1.123',
	],
};
