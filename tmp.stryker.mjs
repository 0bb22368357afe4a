/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
	mutate: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	testRunner: 'jest',
	// Which tests a mutant needs is known from the coverage of each, not from the imports.
	jest: { configFile: 'test/mutation/tmp.jest.config.js', enableFindRelatedTests: false },
	coverageAnalysis: 'perTest',
	checkers: ['typescript'],
	tsconfigFile: 'tsconfig.build.json',
	typescriptChecker: { prioritizePerformanceOverAccuracy: true },
	concurrency: 2,
	dryRunTimeoutMinutes: 10,
	// An endless loop is what takes this long; a busy machine is not.
	timeoutMS: 20_000,
	thresholds: { high: 95, low: 95, break: 95 },
	reporters: ['clear-text'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	tempDirName: 'reports/stryker',
	ignorePatterns: ['playground', 'docs', 'examples', 'test/real', 'test/compatibility/n8n-1.123'],
};
