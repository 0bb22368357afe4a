import { join } from 'node:path';

/** Screenshots and what else a run leaves; git ignores it. */
export const resultsFolder = join(__dirname, '.results');

/** The owner's session, made once for all tests. */
export const sessionPath = join(__dirname, '.session.json');

/** The browser that the tests look at the editor with. */
export const profileOptions = {
	storageState: sessionPath,
	colorScheme: 'light',
	viewport: { width: 1440, height: 900 },
} as const;

/** What the set-up tells the tests, through the environment of their process. */
export interface Settings {
	editorUrl: string;
	sandboxUrl: string;
	sandboxKey: string;
	modelUrl: string;
}

const variable = 'MESSENGER_E2E_SETTINGS';

export function publishSettings(settings: Settings): void {
	process.env[variable] = JSON.stringify(settings);
}

/** @throws Error where the set-up has not run */
export function readSettings(): Settings {
	const text = process.env[variable];
	if (text === undefined) throw new Error('The set-up has not run');
	return JSON.parse(text) as Settings;
}
