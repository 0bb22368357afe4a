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

/**
 * @returns the calling code; `undefined` where no country was given
 * @throws InvalidInput where the value is not two letters of a country, or "+" and a calling code
 */
export function callingCodeOfCountry(country: DefaultCountry): CallingCode | undefined {
	const { value, parameter } = country;
	const text = optionalText(value, parameter);
	if (text === '') return undefined;
	const code = text.startsWith('+') ? text.slice(1) : codes().get(text.toUpperCase());
	const callingCode = code === undefined ? undefined : callingCodeOf(code);
	if (callingCode !== undefined && callingCode.code === code) return callingCode;
	refuse(parameter, words`isn't a country code: "${text}"`, adviceFor(text));
}

function adviceFor(text: string) {
	// A CRM may number countries in its own way: 49 may be any.
	if (callingCodeOf(text)?.code === text) return `If +${text} is meant, enter it with its "+".`;
	const country = countriesByName().get(comparable(text));
	return country === undefined ? example : `Enter ${country} for ${english.of(country)}.`;
}

/** The names of each country in the table: two letters, three letters. */
const namesOf = (countries = '') => countries.split(' ').map((names) => names.split('/'));

const codes = once(() => {
	// Widely used, and reserved for it in ISO 3166.
	const byCountry = new Map([['UK', '44']]);
	for (const [code, [countries]] of Object.entries(callingCodes)) {
		for (const [country] of namesOf(countries)) if (country) byCountry.set(country, code);
	}
	return byCountry;
});

const english = new Intl.DisplayNames('en', { type: 'region' });

/** In which a CRM may have a country's name. */
const languages = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pt'];

/** Names that the languages above have another one for today. */
const otherNames = {
	'Czech Republic': 'CZ',
	'Great Britain': 'GB',
	'United States of America': 'US',
	Turkey: 'TR',
};

/** Two letters by a country's name or three letters. */
const countriesByName = once(() => {
	const byName = new Map<string, string>();
	const add = (name: string, country: string) => byName.set(comparable(name), country);
	const countries = Object.values(callingCodes).flatMap(([names]) => namesOf(names));
	for (const language of languages) {
		const named = new Intl.DisplayNames(language, { type: 'region' });
		for (const [country] of countries) if (country) add(named.of(country) ?? country, country);
	}
	for (const [country = '', three] of countries) if (three) add(three, country);
	for (const [name, country] of Object.entries(otherNames)) add(name, country);
	return byName;
});

const comparable = (name: string) =>
	name
		.normalize('NFKD')
		.replace(/[^\p{L}]/gu, '')
		.toLowerCase();

/** It takes a moment, and most runs do not need it. */
function once<Value>(make: () => Value): () => Value {
	let made: Value | undefined;
	return () => (made ??= make());
}
