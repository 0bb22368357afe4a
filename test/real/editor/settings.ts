import type { Owner } from '../../../tools/playground/n8nSession';

/** True if the pictures of the documents are taken again: `npm run test:e2e -- pictures`. */
export const takesPictures = Boolean(
	(process.env.TAKES_PICTURES ??= process.argv.includes('pictures') ? 'yes' : ''),
);

export const profileOptions = {
	colorScheme: 'light',
	viewport: { width: 1440, height: takesPictures ? 810 : 900 },
	deviceScaleFactor: takesPictures ? 2 : 1,
} as const;

/** The set-up's message to the tests, through the environment of their process. */
export interface Settings {
	editorUrl: string;
	owner: Owner;
	sandboxUrl: string;
	sandboxKey: string;
}

export function publishSettings(settings: Settings) {
	process.env.MESSENGER_E2E_SETTINGS = JSON.stringify(settings);
}

export function readSettings(): Settings {
	return JSON.parse(process.env.MESSENGER_E2E_SETTINGS!) as Settings;
}
