import { defineConfig } from '@playwright/test';
import { profileOptions } from './settings';

/** The tests share one n8n and one sandbox, so they run one after the other. */
export default defineConfig({
	testDir: __dirname,
	// A busy machine can disturb a test of the editor; a defect fails each time.
	retries: 1,
	testMatch: '*.e2e.ts',
	outputDir: '../../../node_modules/.cache/e2e',
	globalSetup: './globalSetup.ts',
	workers: 1,
	forbidOnly: true,
	reporter: 'list',
	timeout: 180_000,
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
