import { defineConfig } from '@playwright/test';
import { profileOptions, resultsFolder } from './settings';

/** The tests share one n8n and one sandbox, so they run one after the other. */
export default defineConfig({
	testDir: __dirname,
	testMatch: '*.e2e.ts',
	// The README's pictures are made on demand, so that a test run leaves the repository as it is.
	testIgnore: process.env.README_IMAGES ? [] : 'pictures.e2e.ts',
	outputDir: resultsFolder,
	globalSetup: './globalSetup.ts',
	workers: 1,
	fullyParallel: false,
	forbidOnly: true,
	reporter: 'list',
	timeout: 60_000,
	expect: { timeout: 15_000 },
	use: {
		...profileOptions,
		testIdAttribute: 'data-test-id',
		screenshot: 'on',
		actionTimeout: 15_000,
		launchOptions: {
			executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
			args: [
				'--no-sandbox',
				'--disable-gpu',
				'--disable-quic',
				'--no-first-run',
				'--disable-background-networking',
				'--disable-component-update',
				'--disable-sync',
			],
		},
	},
});
