import { test as base, type BrowserContext } from '@playwright/test';
import { profileOptions } from './settings';

export { expect } from '@playwright/test';

/**
 * Each test has a page of its own, but all pages share one browser profile: the editor is
 * megabytes of scripts, which would otherwise be read anew for each test.
 */
export const test = base.extend<object, { profile: BrowserContext }>({
	profile: [
		async ({ browser }, use) => {
			const profile = await browser.newContext(profileOptions);
			await use(profile);
			await profile.close();
		},
		{ scope: 'worker' },
	],
	page: async ({ profile }, use) => {
		const page = await profile.newPage();
		await use(page);
		await page.close();
	},
});
