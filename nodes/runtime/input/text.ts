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
	const oneValue =
		'Choose one value, e.g. a field of the object, or [0] for the first of the list.';
	if (typeof value === 'object') refuse(name, "isn't text", oneValue);
	const text = withoutHalves(String(value)).trim();
	const tooLong = 'is longer than 1,000,000 characters';
	if (text.length > longestText) refuse(name, tooLong, checkExpression);
	return text;
}

/** What failed expressions and imports leave in a text. "#SALE!" is a hashtag. */
const traces = [
	/\[object Object\]/,
	word('undefined|Invalid Date(?:Time)?'),
	// An expression that nobody evaluated.
	/\{\{/,
	// Spreadsheets' errors, in the languages in which a country can be named.
	/#(?:N\/[ABD]|NV|GETTING_DATA)(?![\p{L}\p{N}])/u,
	/#[¡¿]?(?:REF|NAME|VALUE|ERROR|DIV\/0|NUM|NULL|SPILL|CALC|FIELD|CONNECT|BLOCKED|BUSY)[!?]/,
	/#[¡¿]?(?:BEZUG|WERT|ZAHL|VALOR|NOMBRE|NULO|NOM|NUL|VALEUR|ERREUR|RIF|VALORE|NOME|NULLO)[!?]/,
	/#(?:NÚM|ERRO|VERW|WAARDE|NAAM|GETAL|LEEG|DEEL\/0|ADR|ARG|NAZWA|LICZBA|ZERO|DZIEL\/0)[!?]/,
	// What stands for a letter that a wrong encoding has lost.
	/\ufffd/,
];

/** Matches it as a separate word, of these very letters: "Null" is a name. @param inside what else belongs to a word */
function word(text: string, inside = '') {
	const part = `[\\p{L}\\p{N}${inside}]`;
	return new RegExp(`(?<!${part})(?:${text})(?!${part})`, 'u');
}

const anyOf = (...patterns: RegExp[]) =>
	new RegExp([...traces, ...patterns].map(({ source }) => source).join('|'), 'u');

/** `null_prozent` is a template, and so it must stand between blanks where the text names something. */
const traceInText = anyOf(/(?<!\S)(?:null|NaN)(?!\S)/);
const traceInName = anyOf(word('null|NaN', '_'));
const traceInPersonsName = anyOf(word('null|NaN|false', '_'));

/** As {@link optionalText}, and refuses the trace of what failed. */
function tracelessText(value: unknown, name: ParameterName, trace = traceInText): string {
	const isTrace = Number.isNaN(value) || value === 'Invalid DateTime';
	const text = isTrace ? String(value) : optionalText(value, name);
	const [found] = trace.exec(text) ?? [];
	if (found === undefined) return text;
	const problem = `has "${found}" from a failed expression, formula or import`;
	const advice = 'Check what the expression returns, and that the field is set to Expression.';
	refuse(name, problem, advice, { quoted: text, kind: 'malformed' });
}

/** As {@link tracelessText}, of a name that people read. */
export const readableName = (value: unknown, name: ParameterName): string =>
	tracelessText(value, name, traceInName);

/** A line break or a tab. WhatsApp refuses both in a template's value. */
const lineBreak = /[\t-\r\u0085\u2028\u2029]/;

/** As {@link tracelessText}, of a person: on one line. */
export function personsName(value: unknown, name: ParameterName): string {
	const text = tracelessText(value, name, traceInPersonsName);
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
		refuse(name, 'is empty', advice.join(' '), { kind: 'missing' });
	};

export const requiredText = required(tracelessText);

/** Marks that nobody sees, and that copying leaves: but not the joiners and selectors that scripts and emoji need. */
const unseen =
	/(?![\u200c\u200d]|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}])[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

export const withoutUnseen = (text: string): string => text.replace(unseen, '').trim();

/** As {@link tracelessText}, of a name or a code that the service compares. */
export const nameText = (value: unknown, name: ParameterName): string =>
	tracelessText(withoutUnseen(optionalText(value, name)), name);

/** True if a field was left empty: no value, or no text. */
export function isEmpty(value: unknown): value is '' | null | undefined {
	return value === '' || value === null || value === undefined;
}
