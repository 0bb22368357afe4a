import { callingCodeOf, type CallingCode } from './callingCode';
import { callingCodes, otherNames } from './callingCodes';
import { refuse, type ParameterName } from './InvalidInput';
import { optionalText } from './text';

/** The country whose local numbers are read, as its parameter has it. It is read only where a number needs it. */
export interface DefaultCountry {
	value: unknown;
	parameter: ParameterName;
}

/** Characters: of more, taking letters apart would take seconds. */
const longestName = 100;

/**
 * @returns the calling code; `undefined` if no country was given
 * @throws InvalidInput if the value is neither a country's letters or name, nor "+" and a calling code
 */
export function callingCodeOfCountry(country: DefaultCountry): CallingCode | undefined {
	const { value, parameter } = country;
	const text = optionalText(value, parameter);
	if (text === '') return undefined;
	const name = text.length > longestName ? '' : text;
	const code = name.startsWith('+') ? name.slice(1) : codeByName(name);
	const callingCode = callingCodeOf(code ?? '');
	if (callingCode && callingCode.code === code) return callingCode;
	// Without "+", as a CRM may number countries in its own way: 49 may be any.
	const advice = 'Enter a country, e.g. DE or Germany, or its calling code with its "+", e.g. +49.';
	refuse(parameter, "isn't a country", advice, { quoted: text });
}

function codeByName(text: string): string | undefined {
	codesByName ??= allNames();
	// "#N/A" is not Namibia, and "c/o" not Colombia: as letters, a country has nothing else around them.
	const isShort = comparable(text).length <= 3;
	if (isShort && !/^(?:\p{L}+|u\.? ?s\.?(?: ?a\.?)?|u\.? ?k\.?)$/iu.test(text)) return undefined;
	// ISO 3166 writes "Iran, Islamic Republic of".
	const short = text.replace(/^the |[,(][^,(]* of( China)?\)?$/gi, '');
	return codesByName.get(comparable(text)) ?? codesByName.get(comparable(short));
}

/** Calling codes by names and letters. Made when needed: it takes 20 ms. */
let codesByName: Map<string, string> | undefined;

function allNames() {
	const languages = ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt'].flatMap((language) =>
		(['long', 'short'] as const).map(
			(style) => new Intl.DisplayNames(language, { type: 'region', style }),
		),
	);
	const byName = new Map<string, string>();
	for (const [code, [countries = '']] of Object.entries(callingCodes)) {
		for (const [, two = '', three = two] of countries.matchAll(/(\w+)\/?(\w+)?/g)) {
			const names = languages.map((language) => language.of(two)!);
			// RU is Russia's, and comes before the Spanish RU for the United Kingdom.
			for (const name of [two, three, ...names, ...(otherNames[two] ?? [])].map(comparable))
				if (!byName.has(name)) byName.set(name, code);
		}
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
