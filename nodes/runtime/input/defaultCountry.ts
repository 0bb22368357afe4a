import { callingCodeOf, type CallingCode } from './callingCode';
import { callingCodes } from './callingCodes';
import { refuse, words, type ParameterName } from './InvalidInput';
import { optionalText } from './text';

/** The country whose local numbers are read, as its parameter has it. It is read only where a number needs it. */
export interface DefaultCountry {
	value: unknown;
	parameter: ParameterName;
}

const example = 'Enter two letters, e.g. DE for Germany, or a country calling code, e.g. +49.';

/** Each country's two letters, three letters where it has them, and calling code. */
const countries = Object.entries(callingCodes).flatMap(([code, [names = '']]) =>
	Array.from(names.matchAll(/(\w+)\/?(\w+)?/g), ([, two = '', three]) => ({ two, three, code })),
);

/** Calling codes by two letters. UK is widely used, and reserved for it in ISO 3166. */
const codes = new Map([['UK', '44'], ...countries.map(({ two, code }) => [two, code] as const)]);

/**
 * @returns the calling code; `undefined` if no country was given
 * @throws InvalidInput if the value is not two letters of a country, or "+" and a calling code
 */
export function callingCodeOfCountry(country: DefaultCountry): CallingCode | undefined {
	const { value, parameter } = country;
	const text = optionalText(value, parameter);
	if (text === '') return undefined;
	const code = text.startsWith('+') ? text.slice(1) : codes.get(text.toUpperCase());
	const callingCode = callingCodeOf(code ?? '');
	if (callingCode && callingCode.code === code) return callingCode;
	const problem = words`isn't a country code: "${text}"`;
	refuse(parameter, problem, adviceFor(text), 'not a country code');
}

function adviceFor(text: string) {
	// A CRM may number countries in its own way: 49 may be any.
	if (callingCodeOf(text)?.code === text) return `If +${text} is meant, enter it with its "+".`;
	countriesByName ??= allNames();
	// ISO 3166 writes "Iran, Islamic Republic of".
	const short = text.replace(/^the |[,(][^,(]* of( China)?\)?$/gi, '');
	const country = countriesByName.get(comparable(text)) ?? countriesByName.get(comparable(short));
	return country === undefined ? example : `Enter ${country} for ${namesIn('en').of(country)}.`;
}

/** Two letters by names and three letters. Made when needed: it takes a moment. */
let countriesByName: Map<string, string> | undefined;

function allNames() {
	// Names that the languages below have another one for.
	const byName = new Map([
		['czechrepublic', 'CZ'],
		['england', 'GB'],
		['greatbritain', 'GB'],
		['holland', 'NL'],
		['ivorycoast', 'CI'],
		['korearepublicof', 'KR'],
		['macedonia', 'MK'],
		['russianfederation', 'RU'],
		['scotland', 'GB'],
		['slovakrepublic', 'SK'],
		['turkey', 'TR'],
		['uae', 'AE'],
		['unitedstatesofamerica', 'US'],
		['vatican', 'VA'],
	]);
	for (const { two, three = two } of countries) byName.set(comparable(three), two);
	for (const language of ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt']) {
		for (const names of [namesIn(language), namesIn(language, 'short')]) {
			for (const { two, code } of countries) {
				const name = comparable(names.of(two)!);
				// French has "É.-U." for the United States, and "Congo" for one of two.
				const isOwn = name.length === 2 ? codes.get(name.toUpperCase()) === code : name !== 'congo';
				if (isOwn) byName.set(name, two);
			}
		}
	}
	return byName;
}

const namesIn = (language: string, style?: 'short') =>
	new Intl.DisplayNames(language, { type: 'region', style });

const comparable = (name: string) =>
	name
		.replaceAll('&', 'and')
		.normalize('NFKD')
		.replace(/[^\p{L}]/gu, '')
		.toLowerCase();
