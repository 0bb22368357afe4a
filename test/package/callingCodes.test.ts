import { readFileSync } from 'node:fs';

import { callingCodes } from '../../nodes/runtime/input/callingCodes';
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

it('the table has no code that is the beginning of another one, and none without numbers', () => {
	const codes = Object.keys(callingCodes);
	const inside = codes.filter((code) =>
		codes.some((other) => other !== code && other.startsWith(code)),
	);
	expect(inside).toEqual([]);
	expect(codes).not.toContain('800');
});
