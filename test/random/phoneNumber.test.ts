import {
	getCountryCallingCode,
	parsePhoneNumberFromString,
	type CountryCode,
} from 'libphonenumber-js/max';
import { readFileSync } from 'node:fs';
import seedrandom from 'seedrandom';

import { InvalidInput } from '../../nodes/runtime/input/InvalidInput';
import { unmasked } from '../../nodes/runtime/input/keyMask';
import { readPhoneNumber } from '../../nodes/runtime/input/phoneNumber';
import { seed } from './seed';

/** The number of texts: `npm run test:random` has more. */
const count = process.env.RUNS === undefined ? 6_000 : 60_000;

/** One number, and what of it is written in one way or the other. */
interface Written {
	/** Calling code. */
	code: string;
	/** The number without it. */
	number: string;
	/** The digits dialled before it inside the country, if any. */
	trunk: string;
	/** The digits dialled before a calling code there. */
	abroad: string;
}

const rows: Array<[country: CountryCode, trunk: string, abroad: string]> = [
	...countriesWith('0', 'DE', 'FR', 'GB', 'CH', 'AT', 'NL', 'BE', 'SE', 'FI', 'RO'),
	...countriesWith('0', 'UA', 'TR', 'IN', 'ZA', 'VN', 'EG', 'NZ', 'AR'),
	...countriesWith('', 'ES', 'IT', 'PT', 'DK', 'PL', 'NO'),
	['US', '1', '011'],
	['RU', '8', '810'],
	['HU', '06', '00'],
	['AU', '0', '0011'],
	['JP', '0', '010'],
	['BR', '0', '0015'],
	...['', '01', '044', '045'].map((trunk): [CountryCode, string, string] => ['MX', trunk, '00']),
];

function countriesWith(trunk: string, ...names: CountryCode[]) {
	return names.map((country): [CountryCode, string, string] => [country, trunk, '00']);
}

const countries = rows.map(([country, trunk, abroad]) => ({
	country,
	code: String(getCountryCallingCode(country)),
	trunk,
	abroad,
}));

const grouped = (digits: string, sign: string) =>
	digits.replace(/(\d{2,3})(?=\d{4})/g, `$1${sign}`);
const fullWidth = (text: string) =>
	text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));

/** All mean the same number to who reads them in its country. */
const formats = Object.entries<(written: Written) => string>({
	'+CC N': ({ code, number }) => `+${code}${number}`,
	'+CC N spaced': ({ code, number }) => `+${code} ${grouped(number, ' ')}`,
	'+CC N en dashes': ({ code, number }) => `+${code} ${grouped(number, '–')}`,
	'+CC N no-break': ({ code, number }) => `+${code}\u00a0${grouped(number, '\u202f')}`,
	'+CC (N) N': ({ code, number }) => `+${code} (${number.slice(0, 2)}) ${number.slice(2)}`,
	'(+CC) N': ({ code, number }) => `(+${code}) ${number}`,
	'+CC N/N': ({ code, number }) => `+${code} ${number.slice(0, 2)}/${number.slice(2)}`,
	'+CC (0) N': ({ code, number }) => `+${code} (0) ${grouped(number, ' ')}`,
	'+CC (0)N': ({ code, number }) => `+${code}(0)${number}`,
	'+CC TN': ({ code, trunk, number }) => `+${code} ${trunk}${number}`,
	"'+CC N": ({ code, number }) => `'+${code}${number}`,
	'marks +CC N': ({ code, number }) => `\u202a+${code} ${number}\u202c`,
	'full-width +CC N': ({ code, number }) => fullWidth(`+${code}${number}`),
	'+CC TN,': ({ code, trunk, number }) => `+${code}${trunk}${number},`,
	'CC TN': ({ code, trunk, number }) => `${code}${trunk}${number}`,
	'00CC TN': ({ code, trunk, number }) => `00${code} ${trunk}${number}`,
	'CCN@': ({ code, number }) => `${code}${number}@c.us`,
	'CCTN@': ({ code, trunk, number }) => `${code}${trunk}${number}@s.whatsapp.net`,
	'Tel: +CC N': ({ code, number }) => `Tel: +${code} ${number}`,
	'Mobile: TN': ({ trunk, number }) => `Mobile: ${trunk}${number}`,
	'+CC N ::: TN': ({ code, trunk, number }) => `+${code}${number} ::: ${trunk}${number}`,
	'TN, TN': ({ trunk, number }) => `${trunk}${number}, ${trunk}${number}`,
	'+CCCC N': ({ code, number }) => `+${code}${code}${number}`,
	'00CC N': ({ code, number }) => `00${code}${number}`,
	'00CC (0) N': ({ code, number }) => `00${code} (0) ${number}`,
	'abroad CC N': ({ abroad, code, number }) => `${abroad} ${code} ${grouped(number, ' ')}`,
	'CC N': ({ code, number }) => `${code}${number}`,
	'CC (0) N': ({ code, number }) => `${code} (0) ${number}`,
	'CC N.0': ({ code, number }) => `${code}${number}.0`,
	TN: ({ trunk, number }) => `${trunk}${number}`,
	'TN spaced': ({ trunk, number }) => `${trunk}${grouped(number, ' ')}`,
	'TN/N': ({ trunk, number }) => `${trunk}${number.slice(0, 2)}/${number.slice(2)}`,
	'(TN) N': ({ trunk, number }) => `(${trunk}${number.slice(0, 2)}) ${number.slice(2)}`,
	'T-N': ({ trunk, number }) => `${trunk}-${grouped(number, '-')}`,
	N: ({ number }) => number,
	'(N) N': ({ number }) => `(${number.slice(0, 3)}) ${number.slice(3)}`,
	'N.0': ({ number }) => `${number}.0`,
	'N ext. 12': ({ trunk, number }) => `${trunk}${number} ext. 12`,
	'+CC N x12': ({ code, number }) => `+${code}${number}x12`,
});

const examples = JSON.parse(
	readFileSync(require.resolve('libphonenumber-js/examples.mobile.json'), 'utf8'),
) as Record<string, string>;

const name = { name: 'messengerNumber', displayName: 'Recipient Number' };
const parameter = { name: 'defaultCountry', displayName: 'Local Number Country' };

/** The number that is sent, or the advice of the refusal. */
function ours(text: string, country?: string): { number: string } | { advice: string } {
	const local = country === undefined ? undefined : { value: country, parameter };
	try {
		return readPhoneNumber(text, name, local);
	} catch (error) {
		if (!(error instanceof InvalidInput)) throw error;
		return { advice: error.advice(unmasked) };
	}
}

const isPossible = (number: string) => parsePhoneNumberFromString(number)?.isPossible() ?? false;

/** The number that a person means who writes so; `undefined` if it is no fixed-line or mobile number, or another one. */
function meantBy({ code, trunk, number }: Written, format: string): string | undefined {
	if (trunk !== '' && number.startsWith(trunk)) return undefined;
	const meant = parsePhoneNumberFromString(`+${code}${number}`);
	if (!/^(MOBILE|FIXED_LINE)/.test(meant?.getType() ?? '')) return undefined;
	// With "+" the length decides: +49 49 30 12345 may be a number in the north of Germany.
	if (format === '+CCCC N' && isPossible(`+${code}${code}${number}`)) return undefined;
	return meant?.number;
}

/** The text as it is after the advice is followed by who knows the number's country code; `undefined` if it says less. */
function corrected(text: string, advice: string, code: string): string | undefined {
	const [, known, place] =
		/^If \+(\d+) is its .* put \+ (before it|instead of 00)/.exec(advice) ?? [];
	if (known === code) return place === 'before it' ? `+${text}` : text.replace('00', '+');
	if (advice.startsWith('Enter "+", the country code')) return `+${code} ${text}`;
	return undefined;
}

const random = seedrandom(String(seed));
const below = (limit: number) => Math.floor(random() * limit);
const digits = (length: number) => Array.from({ length }, () => below(10)).join('');

it('a phone number is read as it was meant, or refused, with advice that leads to no other one (I1)', () => {
	const wrong: object[] = [];
	for (let index = 0; index < count; index += 1) {
		const { country, ...written } = countries[below(countries.length)]!;
		const mobile = examples[country]!;
		const kept = 1 + below(mobile.length);
		// Three of four begin as a mobile number does; the others are anything.
		const number =
			below(4) > 0 ? mobile.slice(0, kept) + digits(mobile.length - kept) : digits(3 + below(10));
		const [format, write] = formats[below(formats.length)]!;
		const text = write({ ...written, number });
		const meant = meantBy({ ...written, number }, format);
		const asLocal = ours(text, country);
		const alone = ours(text);
		const next = 'advice' in alone ? corrected(text, alone.advice, written.code) : undefined;
		for (const read of [asLocal, ...(next === undefined ? [] : [ours(next)])]) {
			if (!('number' in read)) continue;
			const isRight = read.number === (meant ?? read.number) && isPossible(read.number);
			if (!isRight) wrong.push({ country, format, text, next, read, meant });
		}
	}
	expect(wrong).toEqual([]);
});
