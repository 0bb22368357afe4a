import {
	getCountryCallingCode,
	isPossiblePhoneNumber,
	parsePhoneNumberFromString,
	type CountryCode,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import seedrandom from 'seedrandom';

import { InvalidInput } from '../../nodes/runtime/input/InvalidInput';
import { readPhoneNumber } from '../../nodes/runtime/input/phoneNumber';
import { oneOf, seed } from './seed';

/** The number of texts: `npm run test:random` has more. */
const count = process.env.RUNS === undefined ? 6_000 : 60_000;

/** Countries, the digits dialled there before a number, if any, and those before a calling code. */
const trunks: Array<[countries: string, trunk: string, abroad: string]> = [
	['DE FR GB CH AT NL BE SE FI RO UA TR IN ZA VN EG NZ AR', '0', '00'],
	['ES IT PT DK PL NO MX', '', '00'],
	['US', '1', '011'],
	['RU', '8', '810'],
	['HU', '06', '00'],
	['AU', '0', '0011'],
	['JP', '0', '010'],
	['BR', '0', '0015'],
	...['01', '044', '045'].map((trunk): [string, string, string] => ['MX', trunk, '00']),
];
const countries = trunks.flatMap(([names, trunk, abroad]) =>
	names.split(' ').map((name) => {
		const country = name as CountryCode;
		return { country, code: String(getCountryCallingCode(country)), trunk, abroad };
	}),
);

/** A number without its calling code, and what may be written before it. */
type Written = Omit<(typeof countries)[number], 'country'> & { number: string };

/** Ways of writing a number, which mean the same to who reads them in its country. The letters are those of `written`. */
const formats = `
+CN  +C N  (+C) N  +C (0) N  +C(0)N  +C TN  +CTN,  '+CN  \u202a+C N\u202c
+C (B) R  +C B/R  +C\u00a0N  tel: +C N  +CN ::: TN  +CC N  +CNx12  CTN  00C TN
00CN  00C (0) N  A C N  CN  C (0) N  CD.0  CN@c.us  CTN@s.whatsapp.net  TN
TB/R  (TB) R  T-N  N  (B) R  D.0  mobile: TN  TN, TN  TN ext. 12`
	.trim()
	.split(/ {2,}|\n/);

/** The number as a person writes it, with a sign between groups of digits or with none. */
function written({ code, trunk, abroad, number }: Written, format: string, sign: string): string {
	const letters: Record<string, string> = {
		A: abroad,
		C: code,
		T: trunk,
		N: number.replace(/(\d{2,3})(?=\d{4})/g, `$1${sign}`),
		D: number,
		B: number.slice(0, 2),
		R: number.slice(2),
	};
	return format.replace(/[A-Z]/g, (letter) => letters[letter]!);
}

const name = { name: 'messengerNumber', displayName: 'Recipient Number' };
const parameter = { name: 'defaultCountry', displayName: 'Local Number Country' };

/** The number that is sent; `undefined` if it is refused. */
function ours(text: string, country?: string): string | undefined {
	const local = country === undefined ? undefined : { value: country, parameter };
	try {
		return readPhoneNumber(text, name, local);
	} catch (error) {
		if (!(error instanceof InvalidInput)) throw error;
		return undefined;
	}
}

const isPossible = (number: string) => parsePhoneNumberFromString(number)?.isPossible() ?? false;

/** The number that a person means who writes so; `undefined` if it is no fixed-line or mobile number, or another one. */
function meantBy({ code, trunk, number }: Written, format: string): string | undefined {
	if (trunk !== '' && number.startsWith(trunk)) return undefined;
	const meant = parsePhoneNumberFromString(`+${code}${number}`);
	if (!/^(MOBILE|FIXED_LINE)/.test(meant?.getType() ?? '')) return undefined;
	// With "+" the length decides: +49 49 30 12345 may be a number in the north of Germany.
	if (format === '+CC N' && isPossible(`+${code}${code}${number}`)) return undefined;
	// Twelve digits from 49 on are +49 and ten others: the node's table has no number longer than its mobile ones.
	if (!/[CT]/.test(format) && number.startsWith(code) && number.length > 11) return undefined;
	return meant?.number;
}

const random = seedrandom(String(seed));
const below = (limit: number) => Math.floor(random() * limit);
const chosen = <T>(values: T[]) => oneOf(random, values);
const digits = (length: number) => Array.from({ length }, () => below(10)).join('');

it('a phone number is read as it was meant, or refused (I1)', () => {
	const wrong: object[] = [];
	for (let index = 0; index < count; index += 1) {
		const { country, ...prefixes } = chosen(countries);
		const mobile = examples[country]!;
		const kept = 1 + below(mobile.length);
		// Three of four begin as a mobile number does; the others are anything.
		const number =
			below(4) > 0 ? mobile.slice(0, kept) + digits(mobile.length - kept) : digits(3 + below(10));
		const format = chosen(formats);
		const text = written({ ...prefixes, number }, format, chosen(['', ' ', '–', '-', '\u202f']));
		const meant = meantBy({ ...prefixes, number }, format);
		for (const read of [ours(text, country), ours(text)]) {
			if (read === undefined) continue;
			// +44 is several countries', and the first digits don't decide which one.
			const national = read.slice(prefixes.code.length + 1);
			const isOfOne = isPossible(read) || isPossiblePhoneNumber(national, country);
			const isRight = read === (meant ?? read) && isOfOne;
			if (!isRight) wrong.push({ country, format, text, read, meant });
		}
	}
	expect(wrong).toEqual([]);
});
