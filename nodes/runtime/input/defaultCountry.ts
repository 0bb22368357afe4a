import { callingCodeOf, type CallingCode } from './callingCode';
import { callingCodes, otherNames } from './callingCodes';
import { refuse, words, type ParameterName } from './InvalidInput';
import { optionalText } from './text';

/** The country whose local numbers are read, as its parameter has it. It is read only where a number needs it. */
export interface DefaultCountry {
	value: unknown;
	parameter: ParameterName;
}

/** Each country's two letters, three letters where it has them, and calling code. */
const countries = Object.entries(callingCodes).flatMap(([code, [names = '']]) =>
	Array.from(names.matchAll(/(\w+)\/?(\w+)?/g), ([, two = '', three]) => ({ two, three, code })),
);

/**
 * @returns the calling code; `undefined` if no country was given
 * @throws InvalidInput if the value is neither a country's letters or name, nor "+" and a calling code
 */
export function callingCodeOfCountry(country: DefaultCountry): CallingCode | undefined {
	const { value, parameter } = country;
	const text = optionalText(value, parameter);
	if (text === '') return undefined;
	const code = text.startsWith('+') ? text.slice(1) : codeByName(text);
	const callingCode = callingCodeOf(code ?? '');
	if (callingCode && callingCode.code === code) return callingCode;
	// A CRM may number countries in its own way: 49 may be any.
	const advice =
		callingCodeOf(text)?.code === text
			? `If +${text} is meant, enter it with its "+".`
			: 'Enter a country, e.g. DE or Germany, or its calling code, e.g. +49.';
	refuse(parameter, words`isn't a country: "${text}"`, advice, 'not a country');
}

function codeByName(text: string): string | undefined {
	codesByName ??= allNames();
	// Letters need no more, for each number that is read.
	const code = codesByName.get(text.toLowerCase()) ?? codesByName.get(comparable(text));
	if (code !== undefined) return code;
	// ISO 3166 writes "Iran, Islamic Republic of".
	const short = text.replace(/^the |[,(][^,(]* of( China)?\)?$/gi, '');
	return codesByName.get(comparable(short));
}

/** Calling codes by names and letters. Made when needed: it takes 20 ms. */
let codesByName: Map<string, string> | undefined;

function allNames() {
	const byName = new Map<string, string>();
	for (const language of ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt']) {
		for (const style of ['long', 'short'] as const) {
			const names = new Intl.DisplayNames(language, { type: 'region', style });
			for (const { two, code } of countries) byName.set(comparable(names.of(two)!), code);
		}
	}
	for (const { two, three = two, code } of countries) {
		for (const name of [two, three, ...(otherNames[two] ?? [])]) byName.set(comparable(name), code);
	}
	// Letters of no country, such as "VS" in Dutch, and what two countries are called.
	for (const name of ['eu', 'vs', 'vk', 'congo', 'kongo']) byName.delete(name);
	return byName;
}

const comparable = (name: string) =>
	name
		.replaceAll('&', 'and')
		.normalize('NFKD')
		.replace(/[^\p{L}]/gu, '')
		.toLowerCase()
		.replaceAll('ł', 'l');
