import { checkExpression, refuse, type ParameterName } from './InvalidInput';
import { lostInJson, withoutHalves } from './json';

/** Characters: more than any field can mean, and not enough to keep n8n from answering others. */
const longestText = 1_000_000;

/**
 * A parameter's value as text, which may also be a number or `true`.
 *
 * @returns the text without white space around it; `''` if nothing was filled in, for which Odoo has `false`
 * @throws InvalidInput if the value is anything else, something that JSON cannot carry, or too long
 */
export function optionalText(value: unknown, name: ParameterName): string {
	if (isEmpty(value) || value === false) return '';
	const lost = lostInJson(value);
	if (lost) refuse(name, `isn't text: ${lost}`, checkExpression);
	if (typeof value === 'object') {
		const advice =
			'Choose one value, e.g. a field of the object, or [0] for the first of the list.';
		refuse(name, "isn't text", advice);
	}
	const text = withoutHalves(String(value)).trim();
	const tooLong = 'is longer than 1,000,000 characters';
	if (text.length > longestText) refuse(name, tooLong, checkExpression);
	return text;
}

/** Matches what failed expressions and formulas leave in a text. "Jennifer Null" is a name, and "#SALE!" a hashtag. */
const traces = [
	/^(?:null|NaN)$/,
	/\[object Object\]/,
	/(?<![\p{L}\p{N}])undefined(?![\p{L}\p{N}])/u,
	// An expression that nobody evaluated, or a half of one.
	/\{\{|\}\}/,
	// Spreadsheets' errors, in the languages in which a country can be named.
	/#(?:N\/[ABD]|NV|GETTING_DATA)(?![\p{L}\p{N}])/u,
	/#[¡¿]?(?:REF|NAME|VALUE|ERROR|DIV\/0|NUM|NULL|SPILL|CALC|FIELD|CONNECT|BLOCKED|BUSY)[!?]/,
	/#[¡¿]?(?:BEZUG|WERT|ZAHL|VALOR|NOMBRE|NULO|NOM|NUL|VALEUR|ERREUR|RIF|VALORE|NOME|NULLO)[!?]/,
	/#(?:NÚM|ERRO|VERW|WAARDE|NAAM|GETAL|LEEG|DEEL\/0|ADR|ARG|NAZWA|LICZBA|ZERO|DZIEL\/0)[!?]/,
];
const trace = new RegExp(traces.map(({ source }) => source).join('|'), 'u');

/** As {@link optionalText}, and refuses the trace of what failed. NaN counts as its text. */
export function tracelessText(value: unknown, name: ParameterName): string {
	const text = Number.isNaN(value) ? 'NaN' : optionalText(value, name);
	const [found] = trace.exec(text) ?? [];
	if (found === undefined) return text;
	refuse(
		name,
		`has "${found}" from a failed expression or formula`,
		'Check what the expression returns, and that the field is set to Expression.',
		{ quoted: text, isMalformed: true },
	);
}

/** A line break or a tab. WhatsApp refuses both in a template's value. */
const lineBreak = /[\t-\r\u0085\u2028\u2029]/;

/** As {@link tracelessText}, of a person: on one line. */
export function personsName(value: unknown, name: ParameterName): string {
	const text = tracelessText(value, name);
	if (!lineBreak.test(text)) return text;
	return text.replace(/[\s\u0085]+/g, (space) => (lineBreak.test(space) ? ' ' : space));
}

/** A way to read text that refuses an empty value, too. */
export const required =
	<Others extends unknown[]>(
		read: (value: unknown, name: ParameterName, ...others: Others) => string,
		...moreAdvice: string[]
	) =>
	(value: unknown, name: ParameterName, ...others: Others): string => {
		const text = read(value, name, ...others);
		if (text !== '') return text;
		const advice = ['Enter a value, or check that the expression returns one.', ...moreAdvice];
		refuse(name, 'is empty', advice.join(' '));
	};

export const requiredText = required(tracelessText);

/** Zero-width spaces, byte order marks, soft hyphens, word joiners and marks of direction: none is part of a name. */
const unseen = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** As {@link tracelessText}, of a name or a code that the service compares: without marks that nobody sees. */
export function nameText(value: unknown, name: ParameterName): string {
	return tracelessText(optionalText(value, name).replace(unseen, ''), name);
}

/** True if a field was left empty: no value, or no text. */
export function isEmpty(value: unknown): value is '' | null | undefined {
	return value === '' || value === null || value === undefined;
}
