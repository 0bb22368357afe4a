import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { readFileSync } from 'node:fs';
import seedrandom from 'seedrandom';

import { InvalidInput } from '../../nodes/runtime/input/InvalidInput';
import { unmasked } from '../../nodes/runtime/input/keyMask';
import { readPhoneNumber } from '../../nodes/runtime/input/phoneNumber';
import { countries, formatsByName, type Written } from './phoneNumberFormats';
import { seed } from './seed';

/** The number of texts: `npm run test:random` has more. */
const count = process.env.RUNS === undefined ? 6_000 : 60_000;

const formats = Object.entries(formatsByName);

const examples = JSON.parse(
	readFileSync(require.resolve('libphonenumber-js/examples.mobile.json'), 'utf8'),
) as Record<string, string>;

const name = { name: 'messengerNumber', displayName: 'Recipient Number' };
const parameter = { name: 'defaultCountry', displayName: 'Country of Local Numbers' };

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
		/^If \+(\d+) is its .* put \+ (before it|in place of 00)/.exec(advice) ?? [];
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
