import fc from 'fast-check';

type Step = string | number;

/** fast-check's own `binary` takes a second to get ready, in each process. */
const character = fc.nat(0x10ffff).map(
	(code) => String.fromCodePoint(code),
	(text) => String(text).codePointAt(0)!,
);

/** Any text: every character of Unicode, halves of surrogate pairs among them. */
const anyText = fc.string({ unit: character, maxLength: 30 });

/** Names and parts of names that n8n's parsers, its sandbox or JavaScript give a meaning to. */
const traps = [
	...`__proto__ prototype constructor binding arguments caller callee execve getPrototypeOf
		defineProperty _load mainModule __defineGetter__ dlopen toString valueOf hasOwnProperty
		toLocaleString isPrototypeOf toJSON at globalThis window global this self process eval Function
		undefined $ $json $if( $input __sanitize ___n8n_data E v extend isProxy __isArray __isObject
		__isError __n8nType __n8nEscaped __value then e {{ }} { } \\ \\}} " ' \` $\{1} // /* */ <!-- -->
		.toDate( .first() .isEmpty( .length [0] ( ) ; = ?. , # @ 😀 ﬁ 1e3 01 4294967295`.split(/\s+/),
	...Array.from('\n\r\t\v\0\x7f\x85\u2028\u2029\u00a0\u3000\ufeff\u00ad\u200d '),
];

/** The parts of a text, with two spaces or a line break between them. */
const listed = (text: string) => fc.constantFrom(...text.trim().split(/ {2,}|\n\s*/));

const seldom = (text: fc.Arbitrary<string>) =>
	fc.oneof({ weight: 6, arbitrary: fc.constant('') }, { weight: 1, arbitrary: text });

const odd = fc.oneof(
	fc.constantFrom(...traps),
	anyText,
	listed(
		`
		?.  ??  ||  &&  |  -  ,  :  ++  .trim  .at(0)  $('None').item.json  $input.item.json  $now  null  1
		007  1n  [1]  -1
	`,
	),
);

const anyPath = fc.array(
	fc.oneof<fc.WeightedArbitrary<Step>[]>(
		{ weight: 12, arbitrary: listed('email  First Name  Straße  a.b  電話  class  length  0  -1') },
		{ weight: 3, arbitrary: fc.stringMatching(/^[A-Za-z_$][\w$]{0,8}$/) },
		{ weight: 1, arbitrary: fc.oneof(anyText, fc.constantFrom(...traps)) },
		{ weight: 3, arbitrary: fc.nat({ max: 3 }) },
	),
	{ minLength: 1, maxLength: 3, size: '-1' },
);

/** A step as the editor writes it and as people type it. */
function spelled(step: Step): fc.Arbitrary<string> {
	if (typeof step === 'number') return fc.constant(`[${step}]`);
	const isName = /^[A-Za-z_$][\w$]*$/.test(step);
	return fc.constantFrom(`["${step}"]`, `['${step}']`, ...(isName ? [`.${step}`] : []));
}

const root = listed(`$json  $json  $('Items').item.json  $("Items").item.json`);
const literal = listed(`''  '+49'  "https://a.example/?b=1"  '// no'  ".first("  '$if('  "名前"`);
const method = listed('.trim()  .toLowerCase()  .toUpperCase()');

/** Terms with one operator between them, and seldom something odd in any place. */
function codeOf(path: Step[]) {
	const reference = fc.tuple(root, ...path.map(spelled)).map((parts) => parts.join(''));
	const term = fc.tuple(
		fc.oneof({ weight: 3, arbitrary: reference }, { weight: 1, arbitrary: literal }),
		seldom(method),
	);
	return fc
		.record({
			terms: fc.array(term, { minLength: 1, maxLength: 3, size: '-2' }),
			operator: fc.constantFrom(' + ', '+'),
			stray: seldom(odd),
			place: fc.nat({ max: 8 }),
		})
		.map(({ terms, operator, stray, place }) => {
			const parts = terms.flatMap((term) => [operator, ...term]);
			if (stray !== '') parts.splice(place, 1, stray);
			return parts.slice(1).join('');
		});
}

/** A whole parameter: code alone, or text with code in it. */
function parameter(path: Step[]) {
	const code = codeOf(path).map((text) => `{{ ${text} }}`);
	const text = fc.oneof(
		{ weight: 8, arbitrary: listed('Hi  !  {"id":  }  "  https://a/?b=  =  $json.email') },
		{ weight: 1, arbitrary: odd },
	);
	const template = fc.array(fc.oneof(code, text), { maxLength: 4, size: 'max' });
	return fc
		.oneof({ weight: 2, arbitrary: fc.tuple(code) }, { weight: 1, arbitrary: template })
		.map((parts) => `=${parts.join('')}`);
}

/** Mostly what JSON holds, and seldom what a Code node may leave in an item besides. */
const anyValue = fc.oneof<fc.WeightedArbitrary<unknown>[]>(
	{ weight: 9, arbitrary: fc.oneof(anyText, fc.double(), fc.boolean()) },
	{ weight: 9, arbitrary: listed('Ada  ÅSA  =1  ={{ 1 }}  {{ 1 }}  0  true  null  }}  İ  a\\nb') },
	{
		weight: 9,
		arbitrary: fc.constantFrom('', ' Ada ', '\ud83d', '\0', 0, -0, 0.1, 0.2, NaN, 1e21),
	},
	{ weight: 1, arbitrary: fc.anything({ maxDepth: 1, withNullPrototype: true, withDate: true }) },
);

/** An object or list of JSON whose property `step` is the value. */
const holding = (step: Step, value: unknown): object =>
	Object.defineProperty(
		typeof step === 'number' ? Array.from({ length: step }, (_, at) => `item ${at}`) : { id: 7 },
		step,
		{ value, writable: true, configurable: true, enumerable: true },
	);

/** The `json` of an item that holds a value under the path. */
const jsonWith = (path: Step[]): fc.Arbitrary<unknown> =>
	anyValue.map((value) => path.reduceRight<unknown>((inner, step) => holding(step, inner), value));

/** Expressions that may be read directly, or look like it, each for several items. */
export const randomExpression = anyPath.chain((path) =>
	fc.record({
		expression: parameter(path),
		items: fc.array(jsonWith(path), { minLength: 5, maxLength: 5 }),
	}),
);
