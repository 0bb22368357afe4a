import { readFileSync } from 'node:fs';

import { callingCodes } from '../../nodes/runtime/input/callingCodes';
import { file, tableSource } from '../../release/callingCodes';
import { lengthsOf, numbersOf } from '../../release/numberPatterns';

const source = readFileSync(file, 'utf8');
const dayOf = /on (\d{4}-\d{2}-\d{2})\.\n/;

describe('the table of calling codes', () => {
	it('is what "npx tsx release/callingCodes.ts" makes of the installed metadata', () => {
		const [, day = ''] = dayOf.exec(source) ?? [];
		expect(source).toBe(tableSource(day));
	});

	it('is no more than a year old', () => {
		const [, day = ''] = dayOf.exec(source) ?? [];
		const days = (Date.now() - Date.parse(day)) / 86_400_000;
		expect(days).toBeLessThanOrEqual(366);
	});

	it('has lengths in words and by first digits, the trunk prefix, and what is dialled before a number abroad', () => {
		const rows = [1, 7, 34, 36, 39, 43, 49, 61, 62, 375, 882].map((code) => callingCodes[code]);
		expect(rows).toEqual([
			[expect.stringMatching(/^US\/USA .*CA\/CAN/), '10', '[2-9]:10', '1?', '011'],
			['RU/RUS KZ/KAZ', '10', '[347-9]:10', '8?', '810'],
			['ES/ESP', '9', '[46-9]:9'],
			['HU/HUN', '8 or 9', '[14689]:8 [2357]:8,9', '06'],
			['IT/ITA VA/VAT', '6 to 10', '0:6,10 3:9,10 4:10'],
			['AT/AUT', '4 to 13', '1:4,13 2:7,13 (?!43)[3-7]:6,13 435:7,13', '0'],
			['DE/DEU', '5 to 11', '1:10,11 [2579]:6,11 (?!49)[3468]:5,11 49[0-7]:6,11', '0'],
			[
				expect.stringMatching(/^AU/),
				'9',
				'[2-478]:9',
				'0',
				expect.stringMatching(/^001\[14-689\]/),
			],
			['ID/IDN', '7 to 12', '(?!62)[236]:7,11 [4579]:8,11 8:9,12 62:8,11', '0', '00[89]'],
			['BY/BLR', '9', '[1-4]:9', '0|80?', '810'],
			['', '7 or 8 or 9 or 10 or 12', '3:7 3:9,10 3:12 4:8 5:10 5:12'],
		]);
	});

	it('has no code that is the beginning of another one, and none without numbers', () => {
		const codes = Object.keys(callingCodes);
		const inside = codes.filter((code) =>
			codes.some((other) => other !== code && other.startsWith(code)),
		);
		expect(inside).toEqual([]);
		expect(codes).not.toContain('800');
	});
});

describe("a pattern of libphonenumber's metadata", () => {
	const read = (pattern: string) =>
		[...numbersOf(pattern, 2)].map(([beginning, bits]) =>
			[beginning, ...lengthsOf(bits)].join(' '),
		);

	it.each([
		['1[2-4]\\d{2}', ['12 4', '13 4', '14 4']],
		['1(?:2|34?)5', ['12 3', '13 3 4']],
		['12\\d{0,2}|7', ['12 2 3 4', '7 1']],
		['(1\\d)?2', [...Array.from({ length: 10 }, (_, digit) => `1${digit} 3`), '2 1']],
		['(?:12){1,2}3', ['12 3 5']],
	])('%s', (pattern, numbers) => {
		expect(read(pattern).sort()).toEqual([...numbers].sort());
	});

	it('is refused where it has what no other has', () => {
		expect(() => read('1(?!2)\\d')).toThrow('Unexpected');
		expect(() => read('1+')).toThrow('Unexpected');
	});
});
