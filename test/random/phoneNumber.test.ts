import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max';
import { readFileSync } from 'node:fs';
import seedrandom from 'seedrandom';

import { InvalidInput } from '../../nodes/runtime/input/InvalidInput';
import { unmasked } from '../../nodes/runtime/input/keyMask';
import { readPhoneNumber } from '../../nodes/runtime/input/phoneNumber';
import { countries, formats, type Written } from './phoneNumberFormats';
import { seed } from './seed';

/** The number of texts compared: `NUMBERS=200000 npx jest test/random/phoneNumber` prints each class of difference. */
const count = Number(process.env.NUMBERS ?? 6_000);

const examples = JSON.parse(
	readFileSync(require.resolve('libphonenumber-js/examples.mobile.json'), 'utf8'),
) as Record<string, string>;

const name = { name: 'messengerNumber', displayName: 'Recipient Number' };
const parameter = { name: 'defaultCountry', displayName: 'Country of Local Numbers' };

/** The number that is sent, or the reason why none is. */
function ours(
	text: string,
	country?: string,
): { number: string } | { why: string; advice: string } {
	try {
		return readPhoneNumber(
			text,
			name,
			country === undefined ? undefined : { value: country, parameter },
		);
	} catch (error) {
		if (!(error instanceof InvalidInput)) throw error;
		const [, why = ''] = /\((.*?)\): "/.exec(error.problem(unmasked)) ?? [];
		return {
			why: why.replace(/\d+/g, '#').replace(/(?: or #)+$/, ' or #'),
			advice: error.advice(unmasked),
		};
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

interface Comparison {
	impossible: string[];
	wrong: string[];
	misled: string[];
	classes: Map<string, { count: number; example: string }>;
}

function compare(): Comparison {
	const random = seedrandom(String(seed));
	const below = (limit: number) => Math.floor(random() * limit);
	const digits = (length: number) => Array.from({ length }, () => below(10)).join('');
	const names = Object.keys(formats);
	const found: Comparison = { impossible: [], wrong: [], misled: [], classes: new Map() };

	for (let index = 0; index < count; index += 1) {
		const { country, ...written } = countries[below(countries.length)]!;
		const mobile = examples[country]!;
		const kept = 1 + below(mobile.length);
		// Three of four begin as a mobile number does; the others are anything.
		const number =
			below(4) > 0 ? mobile.slice(0, kept) + digits(mobile.length - kept) : digits(3 + below(10));
		const format = names[below(names.length)]!;
		const text = formats[format]!({ ...written, number });
		const read = ours(text, country);
		const meant = meantBy({ ...written, number }, format);
		const theirs = parsePhoneNumberFromString(text, country as CountryCode);
		const their = theirs?.isPossible() ? theirs.number : undefined;
		const shown = `${country} ${JSON.stringify(text)} → ${'number' in read ? read.number : read.why}, library ${their}`;

		if ('number' in read && !isPossible(read.number)) found.impossible.push(shown);
		if ('number' in read && meant && read.number !== meant) found.wrong.push(`${format}: ${shown}`);
		const alone = ours(text);
		const next = 'advice' in alone ? corrected(text, alone.advice, written.code) : undefined;
		const then = next === undefined ? undefined : ours(next);
		if (then && 'number' in then && meant && then.number !== meant) {
			found.misled.push(`${format}: ${JSON.stringify(text)}, then ${next} → ${then.number}`);
		}
		const outcome =
			'number' in read
				? read.number === their
					? undefined
					: their
						? 'another number'
						: 'accepted here only'
				: their && `refused: ${read.why}`;
		if (outcome === undefined) continue;
		const key = `${outcome} | ${format}`;
		const so = found.classes.get(key);
		found.classes.set(key, { count: (so?.count ?? 0) + 1, example: so?.example ?? shown });
	}
	return found;
}

describe(`phone numbers next to libphonenumber (I1), seed ${seed}`, () => {
	const { impossible, wrong, misled, classes } = compare();
	if (process.env.NUMBERS !== undefined) {
		const lines = [...classes]
			.sort()
			.map(([key, { count: times, example }]) => `${times} ${key} | ${example}`);
		process.stdout.write(`${lines.join('\n')}\n`);
	}

	it('are 36 formats of 30 countries', () => {
		expect([Object.keys(formats).length, countries.length]).toEqual([36, 30]);
	});

	it('are accepted only where the library calls them possible', () => {
		expect(impossible).toEqual([]);
	});

	it('are those that were meant, or refused', () => {
		expect(wrong).toEqual([]);
	});

	it('are no others after the advice of a refusal was followed to the letter', () => {
		expect(misled).toEqual([]);
	});
});
