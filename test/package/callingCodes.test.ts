import { readFileSync } from 'node:fs';

import { file, tableSource } from '../../tools/release/callingCodes';

const source = readFileSync(file, 'utf8');
const [, day = ''] = /on (\d{4}-\d{2}-\d{2})\.\n/.exec(source) ?? [];

/** Without the first line, which says how it was made. */
const table = (text: string) => text.slice(text.indexOf('\n'));

it('the table of calling codes is what "npx tsx tools/release/callingCodes.ts" makes of the installed metadata', () => {
	expect(table(source)).toBe(table(tableSource(day)));
});

it('the table is no more than a year old', () => {
	const days = (Date.now() - Date.parse(day)) / 86_400_000;
	expect(days).toBeLessThanOrEqual(366);
});
