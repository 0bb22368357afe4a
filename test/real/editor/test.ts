import { test as base, type BrowserContext, type Page } from '@playwright/test';
import { profileOptions } from './settings';

export { expect } from '@playwright/test';

interface Tabs {
	/** For a test that changes the page itself: its size, its headers, what it answers by itself. */
	ownPage: Page;
}

/**
 * All tests share one browser profile, and one page of it: the editor is megabytes of scripts, and
 * loading them takes most of the time of a test. A page in which a test has failed is closed.
 */
export const test = base.extend<Tabs, { profile: BrowserContext }>({
	profile: [
		async ({ browser }, use) => {
			const profile = await browser.newContext(profileOptions);
			await use(profile);
			await profile.close();
		},
		{ scope: 'worker' },
	],
	page: async ({ profile }, use, info) => {
		const page = profile.pages()[0] ?? (await profile.newPage());
		await use(page);
		if (info.status !== info.expectedStatus) await page.close();
	},
	ownPage: async ({ profile }, use) => {
		const page = await profile.newPage();
		await use(page);
		await page.close();
	},
});
