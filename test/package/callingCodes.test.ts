import { readFileSync } from 'node:fs';

import { file, tableDate, tableSource } from '../../tools/release/callingCodes';

it('the table of calling codes is what "npx tsx tools/release/callingCodes.ts" makes of the installed metadata', () => {
	// Without the first line, which says how it was made.
	const table = (text: string) => text.slice(text.indexOf('\n'));
	expect(table(readFileSync(file, 'utf8'))).toBe(table(tableSource(tableDate())));
});
