const { MUTATED_LAYER: layer = 'all', MUTATION_TESTS: tests = 'test/unit' } = process.env;
const report = `reports/mutation/${layer}`;

/**
 * For one layer: `npm run test:mutation` (test/mutation/run.ts) says which, and where its tests are.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
	testRunner: 'jest',
	// Which tests a mutant needs is known from the coverage of each, not from the imports.
	jest: {
		configFile: 'test/mutation/jest.config.js',
		config: { roots: tests.split(',').map((folder) => `<rootDir>/${folder}`) },
		enableFindRelatedTests: false,
	},
	coverageAnalysis: 'perTest',
	concurrency: 2,
	dryRunTimeoutMinutes: 10,
	thresholds: { high: 95, low: 95, break: 95 },
	reporters: ['clear-text', 'json', 'html', 'progress'],
	clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
	jsonReporter: { fileName: `${report}.json` },
	htmlReporter: { fileName: `${report}.html` },
	tempDirName: 'reports/stryker',
	ignorePatterns: [
		'playground/node_modules',
		'playground/.data',
		'docs',
		'examples',
		'test/real',
		'test/compatibility/n8n-2.0',
	],
};
