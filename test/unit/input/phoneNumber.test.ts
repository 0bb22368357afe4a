import type { DefaultCountry } from '../../../nodes/runtime/input/defaultCountry';
import { keyMask } from '../../../nodes/runtime/input/keyMask';
import { readPhoneNumber } from '../../../nodes/runtime/input/phoneNumber';
import { outcomes, refusalOf } from '../../support/refusal';

const name = { name: 'messengerNumber', displayName: 'Recipient Number' };
const optional = (value: unknown) => readPhoneNumber(value, name);

const countryOf = (value: unknown): DefaultCountry => ({
	value,
	parameter: { name: 'defaultCountry', displayName: 'Local Number Country' },
});

const readIn = (country: unknown, value: unknown) =>
	readPhoneNumber(value, name, countryOf(country));

/** The texts between the bars of a template. */
const listOf = (text: string) => text.trim().split(/\s*\|\s+/);

/** The results of lines such as `DE: 0151 23456789 | 030/901820-0`: numbers, each read with the country as the setting. */
const local = (text: string) =>
	outcomes<string>(
		(one) => {
			const [, country, number] = /^(.*?): (.*)$/.exec(one) ?? [];
			return readIn(country, number);
		},
		text
			.trim()
			.split(/\n\t*/)
			.flatMap((line) => listOf(line.slice(4)).map((number) => line.slice(0, 4) + number)),
	);

/** White space, and invisible marks: the first and the last of each range that is dropped. */
const blanks =
	' \t\n\v\f\r\u0085\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff' +
	'\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u202e\u2060\u2064\u2066\u2067\u2068\u2069\ufe0f';
const dashes =
	'-\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2e3a\u30fc\ufe58\ufe63\uff0d\uff70';
const otherSeparators = '.()[]{}\u00b7\u2022\u2024\u30fb\uff08\uff09\uff0e';

describe('a phone number with "+" (I1)', () => {
	it('is sent as "+" and its digits, or refused with the reason', () => {
		const values = [
			...listOf(`
				+14155550123 | +1 ((415)) .-- 5550123- | (+1) 415 555 0123 | '+14155550123 |
				+14155550123.0 | \u2019+14155550123 | ＋１（４１５）５５５－０１２３ | tel:+1-415-555-0123 |
				p:+14155550123 | WhatsApp: +14155550123 | +49 171/39 2-00 | +49/171/3920001 |
				+49171 3920001.0 | +49 171.39200.01 | +49 (0) 171 3920001 | +49(0)1713920001 |
				+49 ( 0 ) 171 3920001 | +44 (0)20 7946 0018 | +39 (0)6 69821234 | +39 06 69821234 |
				+39 (0) 06 69821234 | +39 (0) 333 1234567 | +1 (0) 415 555 0123 | +49 (0) (0) 171 3920001 |
				(0)+49 171 3920001 | +(0)49 171 3920001 | +49 (0171) 3920001 | +49 (-0) 171 3920001 |
				+36 06 20 123 4567 | +375 8 029 4911911 | +7 8 912 345 67 89 | +44447700900124 |
				+49 0049 30 901820 | +31 31 6 12345678 | +3149 30 901820 | +44 44 7700 | + | ' | () | (0) |
				+49 30 | +49 30 90 | +4915112345678901 | +34 612 345 67 | +40 212 34 | +40 9123456 |
				+882 3421234 | +49 171 3920001/68 | +49 30/1234 | +49 30/12345/1234 | +14155550123/ |
				++14155550123 | +1415555*123 | +1,415,555,0123 | +١٤١٥٥٥٥٠ | [(0] | +1415555a123 |
				+1 415 555 0199 ext. 204 | 030 901820 #12 | +1 415 555 0199 (extn: 4) | 4.9E+12 |
				4,91512E+12 | +4.9e12 | −4E+12 | -20123411 | \u221220123411 | 1511234567.25 |
				+49 151 1234567.5 | +436641234567.00 | +62-812-345-678.0 | +49 171 1234567 (2) | +436641234567 [1] | +49 171 ••••567 | +49 171 1234… | 0171 ••• ••67 | +49 (0) 33203/12345 |
				0049 (0) 33203/12345 | +43 512 12345 / 67890 | 0171 1234567 030 901820 | +৮৮০ ১৭১২-৩৪৫৬৭৮ |
				+٤٩ ١٧١ ٣٨٢٦٥٩٠ | +۴۹ ۱۷۱ ۳۸۲۶۵۹۰ | +४९ १७१ ३८२६५९० | 415-555-0199 x22 |
				+1 415 555 0199 Extension 4 | 0170 3920063, 0151 23456780 | 0170 3920063; 0151 23456780 |
				+49 171 3920001 +49 171 3920002 | 030 90182 & 030 90183 | 971501234567+ | +999 12345678 |
				+0415555012 | +1 1 415 555 0123 | +7 812 345 67 89 | +375 80 29 4911911 | #ERROR! | 5.2E-8 |
				Fax:+14155550123 | +49 171 1234... | n/a | N/A | #N/A | k/A | #DIV/0! | Mo/Di 9-12 | 9-12/Mo |
				+49 151 1234 5678 / privat | +49 151 1234 5678 / | / +49 151 1234 5678 | - / - | privat: 151/1234 |
				+44 (0)330 123 4567 | +49 151 1234 5678 / +49 151 1234 5679 | {{ $json.phone }} | 1/2 | +14155550123 ::: n/a
			`),
			...[4.9e21, -20123411, 1511234567.5, null, '', ' ', ' + 1-415.555 0123\n', false, true],
			...[
				'0170 3920063 | 0151 23456780',
				'+49\n171 3920001',
				'+49 171\n3920001',
				'01 53115\r\n53116',
				'+43 1 53115\n+43 1 53116',
				'\u200b\n\u200b',
			],
			...['+1415\ud83d5550123', '+14155550123\udf89'],
			...[238, 239].map((count) => '+14155550123' + '-'.repeat(count)),
		];
		expect(outcomes<unknown>(optional, values)).toMatchSnapshot();
	});

	it('is read in other spellings of the same number, and of nobody refused', () => {
		const values = listOf(`
			+82 010-1234-5678 | +39 0333 1234567 | +225 07 07 12 34 56 | 14155550100@c.us |
			5215512345678@s.whatsapp.net | 120363025246125486@g.us | 1@lid | Tel: +1 (415) 555-0100 |
			Tel +14155550100 | M: +14155550100 | F: +14155550100 | Tel/Fax: +14155550100 |
			Customer no: +14155550100 | +14155550100, | +14155550100 ; | +14155550100 ::: |
			+5215512345678
		`);
		const twice = ['+14155550100 ::: +1 415 555 0100', '+14155550100+14155550100'];
		expect(outcomes<unknown>(optional, [...values, ...twice])).toMatchSnapshot();
	});

	it('is sent without white space and marks of any kind', () => {
		const signs = [...blanks, ...dashes, ...otherSeparators];
		const written = signs.map((sign) => `${sign}+1${sign}415${sign}5550123${sign}`);
		expect([...new Set(written.map(optional))]).toEqual(['+14155550123']);
	});

	it('is refused in the words of the node, whatever the key (C6)', () => {
		const { message } = refusalOf(() => optional('call me'), keyMask('letters'));
		expect(message).toContain('letters');
	});
});

describe('a phone number without "+" (I1)', () => {
	const numbers = [
		4915112345678,
		...listOf(`
			4915112345678 | 14155550123 | 49 (0) 171 3920001 | 4930901820 | 3912345678 |
			0049 171 3920001 | 0171 3920001 | (415) 555-0123 | 123 | 00 171 3920001 |
			(00)49 171 3920001 | (0)171 3920001 | 001 415 555 0123 | 001 617 555 01234 | 001 469 555 012
		`),
	];

	it('is refused where no country is set, which the advice names', () => {
		const [shown, ...others] = ['', ' ', null, undefined].map((empty) =>
			outcomes<unknown>((value) => readIn(empty, value), numbers),
		);
		expect(shown).toMatchSnapshot();
		for (const other of others) expect(other).toBe(shown);
	});

	it('is read as the country dials and writes it', () => {
		const texts = `
			DE: 0151 23456789 | 030/901820-0 | (0171) 3920001 | - 0171 3920001 | (0)171 3920001 | 0049 151 23456789
			DE: 0049 (0)151 23456789 | 49 (0) 151 23456789 | 4915123456702 | 15123456701.0 | '15123456701
			DE: 001 415 555 0123 | Tel: 0151 23456789;
			US: 0049 151 23456789 | (415) 555-0123 | 1-415-555-0123 | 1 (212) 555-0187 | 628.555.0163
			US: 1 1 415 555 0100 | 011 49 151 23456789
			CA: 416 555 0123
			GB: 07700 900123 | Mobile: 07700 900123
			FR: 06.39.98.01.14 | 6 39 98 01 17 | 0033 06 12 34 56 78 | 33 (0) 6 12 34 56 78
			CH: 079 123 45 67
			AT: 0664/1234567
			NL: 06-12345678
			BE: 0475/12.34.56
			SE: 070-123 45 67
			IT: 06 69821234
			ES: 612 345 678 | (612) 34-56-78
			DK: 20 12 34 56
			PL: 512-345-678
			HU: 06 20 123 4567 | 20/123-4567
			RU: 8 912 345-67-89 | 810 49 30 901820
			KZ: 8 (701) 123-45-67
			BY: 8 029 491-19-11 | 029 491-19-11
			LT: 8 612 34567 | 0 612 34567
			IN: 0 98123 45678
			AU: 0412 345 678 | 0011 49 30 901820
			BR: (11) 96123-4567 | 011 96123-4568 | 0055 11 96123-4567 | 00225 (0)7 12 34 56 78
			AR: 011 1234-5678
			MX: 55 1234 5678 | 044 55 1234 5678 | 045 55 1234 5678 | 01 55 1234 5678
			JP: 090-1234-5678 | 010 49 30 901820
			ID: 0812-3456-7890
			NG: 009 49 30 901820
			KE: 000 49 30 901820
			CI: 07 07 12 34 56
			NZ: 64 21 123 4567
		`;
		expect(local(texts)).toMatchSnapshot();
	});

	it('is refused where it does not fit the country, or is two numbers', () => {
		const texts = `
			DE: 0 | 123 | 0171 39200011234 | 151-23456789 | 0 (0) 171 3920001 | 00 999 12345678 | 1234567890
			DE: 0123 4567890 | 4930901820 | (49) 755690 | 49-30-901820 | 49 00171 3920001 | 490000000
			US: 555-0163 | 0151 23456789
			ES: 012 345 678
			DK: 0 20 12 34 56
			BR: 96123-4567 | 0055 11 98068 20267
			AR: 011 15 1234-5678
			IT: 0039 06123 | 39 0039 06123 | 00390 6123
			FR: 0049
			ID: 62812345678
			AT: 05522 12345 / 12346 | 0000000000
			KR: 001 49 30 901820
			CO: 0057 300 1234567
			NG: 009 1 415 555 0123
			MX: 1 55 1234 5678
			IN: 1500 ::: 9876543210
			SE: 0 12 345 | 50 1234
			RO: 021 2345
		`;
		expect(local(texts)).toMatchSnapshot();
	});
});

it('100,000 numbers cost little processor time', () => {
	const texts = Array.from({ length: 100_000 }, (_, index) => {
		const digits = String(2_000_000 + index);
		return [`0151 ${digits}`, `+49 171/${digits}`, `0049-151-${digits}`, `49151${digits}`][
			index % 4
		];
	});
	const country = countryOf('DE');
	const before = process.cpuUsage();
	for (const text of texts) readPhoneNumber(text, name, country);
	const { user, system } = process.cpuUsage(before);
	// Four times as much as it takes: a busy machine is slower, not ten times.
	expect((user + system) / 1000).toBeLessThan(1_000);
});

it.each(['4,915,112,345,678', '+14,155,550,100', '4,915,112,345,678.00'])(
	"%s isn't two numbers: a spreadsheet formatted it (I1)",
	(value) => {
		const { message, advice } = refusalOf(() => optional(value));
		expect(message).toContain('(a spreadsheet formatted it)');
		expect(advice).toContain('Format the column as text');
	},
);
