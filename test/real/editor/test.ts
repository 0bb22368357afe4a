import { test as base, type BrowserContext } from '@playwright/test';
import { Editor } from './editor';
import { resetSandbox } from './sandbox';
import { signIn } from './savedWorkflows';
import { profileOptions } from './settings';

export { expect } from '@playwright/test';

interface Fixtures {
	/** n8n's editor, with a sandbox that has received nothing yet. */
	editor: Editor;
	/** The same for a test that changes the page: its size, its headers, what is not saved in it. */
	ownEditor: Editor;
}

/**
 * All tests share one browser profile, and one page of it: the editor is megabytes of scripts, and
 * loading them takes most of the time of a test. After a failure the profile is a new one.
 */
export const test = base.extend<Fixtures, { profile: BrowserContext }>({
	profile: [
		async ({ browser }, use) => {
			const profile = await browser.newContext(profileOptions);
			await signIn(profile);
			await use(profile);
			await profile.close();
		},
		{ scope: 'worker' },
	],
	page: async ({ profile }, use) => await use(profile.pages()[0] ?? (await profile.newPage())),
	editor: async ({ page }, use) => {
		await resetSandbox();
		await use(new Editor(page));
	},
	ownEditor: async ({ profile }, use) => {
		await resetSandbox();
		const page = await profile.newPage();
		await use(new Editor(page));
		await page.close();
	},
});
