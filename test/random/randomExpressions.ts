import fc from 'fast-check';

import { anyText } from './random';

type Step = string | number;

/** Names and parts of names that n8n's parsers, its sandbox or JavaScript give a meaning to. */
export const traps = [
	...`__proto__ prototype constructor binding arguments caller callee execve getPrototypeOf
		defineProperty _load mainModule __defineGetter__ dlopen toString valueOf hasOwnProperty
		toLocaleString isPrototypeOf toJSON at globalThis window global this self process eval Function
		undefined $ $json $if( $input __sanitize ___n8n_data E v extend isProxy __isArray __isObject
		__isError __n8nType __n8nEscaped __value then e {{ }} { } \\ \\}} " ' \` $\{1} // /* */ <!-- -->
		.toDate( .first() .isEmpty( .length [0] ( ) ; = ?. , # @ 😀 ﬁ 1e3 01 4294967295`.split(/\s+/),
	...Array.from('\n\r\t\v\0\x7f\x85\u2028\u2029\u00a0\u3000\ufeff\u00ad\u200d '),
	...['\ud83d', '\ude00', 'e\u0301'],
];

const trap = fc.constantFrom(...traps);

/** The parts of a text, with two spaces or a line break between them. */
const listed = (text: string) => fc.constantFrom(...text.trim().split(/ {2,}|\n\s*/));

const either = <Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>) =>
	fc.oneof({ weight: 25, arbitrary: usual }, { weight: 1, arbitrary: odd });

const usualName = listed(`
	email  first_name  id  E-Mail  First Name  Straße  n°  Amount (EUR)  rate in %  a.b  c/o  電話
	default  class  length  0  -1  trim  item  json  first  isEmpty
`);

const anyName = fc.oneof(
	{ weight: 12, arbitrary: usualName },
	{ weight: 3, arbitrary: fc.stringMatching(/^[A-Za-z_$][\w$]{0,8}$/) },
	{ weight: 1, arbitrary: anyText },
	{ weight: 1, arbitrary: fc.tuple(trap, usualName).map((parts) => parts.join(' ')) },
	{ weight: 1, arbitrary: trap },
);

const anyPath = fc.array(
	fc.oneof<fc.WeightedArbitrary<Step>[]>(
		{ weight: 6, arbitrary: anyName },
		{ weight: 1, arbitrary: fc.nat({ max: 3 }) },
	),
	{ minLength: 1, maxLength: 3, size: '-1' },
);

/** A step as the editor writes it and as people type it; seldom what only looks like it. */
function spelled(step: Step): fc.Arbitrary<string> {
	const isName = /^[A-Za-z_$][\w$]*$/.test(String(step));
	const usual = typeof step === 'number' ? [`[${step}]`] : [`["${step}"]`, `['${step}']`];
	return either(
		fc.constantFrom(...usual, ...(isName ? [`.${step}`, `.${step}`] : [])),
		fc.constantFrom(
			...[`.${step}`, `[${step}]`, `["${step}"]`, `[\`${step}\`]`, `[${JSON.stringify(step)}]`],
			...[`[ "${step}" ]`, ` .${step}`, `?.${step}`, `?.["${step}"]`, `.${step}()`, `[0${step}]`],
		),
	);
}

const root = either(
	listed(`$json  $json  $('Items').item.json  $("Items").item.json`),
	listed(`
		$( 'Items' ).item.json  $('Items').item  $('Items').first().json  $('Messenger').item.json
		$('None').item.json  $('Items').itemMatching(0).json  $('Items').item["json"]
		$json.json  $jsonData  $input.item.json  $data  $now  $
	`),
);

const reference = (path: Step[]) =>
	fc.tuple(root, ...path.map(spelled)).map((parts) => parts.join(''));

const literal = either(
	listed(`
		""  ''  "there"  '+49'  "https://a.example/?b=1"  "(none)"  "true"  "use strict"  '// no'
		".first("  '$if('  "名前"
	`),
	fc.oneof(
		listed(`
			0  1  2.5  007  1e3  0x1f  1_000  .5  5.  1n  -1  +1  1.5.2  12345678901234567890  -0  NaN  Infinity
			"it's"  'a"b'  "a\\nb"  "a' + '"  "a" "b"  \`a\`  \`$\{1}\`  null  undefined  true  $json
			[1]  {}  ({})  /a/  new Date(0)  (() => 1)()
		`),
		fc.oneof(anyText, trap).map((text) => `"${text}"`),
	),
);

const method = either(
	listed('.trim()  .toLowerCase()  .toUpperCase()  .toString()'),
	listed(`
		.trim  .trim ()  .trim(1)  .trim().length  ?.trim()  .toString(2)  .toString\`a\`  .toFixed(2)
		.at(0)  .valueOf()  .length  [0]  ()  .constructor  .extend()  .first()  .isEmpty()  .toInt()
	`),
);

/** Some of the same with an operator between them. */
const joined = (part: fc.Arbitrary<string>, operator: string) =>
	fc
		.tuple(
			fc.array(part, { minLength: 1, maxLength: 3, size: '-2' }),
			either(
				fc.constantFrom(operator, ` ${operator} `),
				listed(`
					-  *  **  &&  |  || ||  ||!  ?  :  ==  ===  <  ,  ;  =  +=  ||=  ??=  =>  ++  + +  +-
					|| 1 ??  ?? 1 ||  + /* a */
				`),
			),
		)
		.map(([parts, between]) => parts.join(between));

/** `term || term` or `term + term`, which are read directly, and seldom both in one or `??`: most are short. */
const codeOf = (path: Step[]) =>
	fc.letrec<{ choice: string; sum: string; term: string }>((tie) => ({
		choice: fc.oneof(
			{ weight: 5, arbitrary: joined(tie('term'), '||') },
			{ weight: 5, arbitrary: tie('sum') },
			{ weight: 1, arbitrary: joined(tie('sum'), '||') },
			{ weight: 1, arbitrary: joined(tie('sum'), '??') },
		),
		sum: joined(tie('term'), '+'),
		term: fc
			.tuple(
				fc.oneof(
					{ maxDepth: 2, depthSize: 'small' },
					{ weight: 12, arbitrary: reference(path) },
					{ weight: 4, arbitrary: literal },
					{ weight: 1, arbitrary: tie('choice').map((choice) => `(${choice})`) },
				),
				fc.oneof({ weight: 4, arbitrary: fc.constant('') }, { weight: 1, arbitrary: method }),
			)
			.map((parts) => parts.join('')),
	})).choice;

const braces = either(
	listed('{{ @ }}  {{ @ }}  {{@}}  {{ @}}'),
	listed(`
		{{ @; }}  {{ @ // }}  {{ @ }  {{{ @ }}}  {{ @ }}}  { {{ @ } }}  { { @ }}  \\{{ @ }}
		{{ -@ }}  {{ !@ }}  {{ void @ }}  {{ a = @ }}  {{ [@] }}  {{ }}
	`),
);

const text = either(
	fc.oneof(listed('Hi  !  ,  {"id":  }  "  <p>  https://a/?b=  ='), fc.string({ maxLength: 5 })),
	fc.oneof(anyText, trap, listed('\\  {  {{  }}  $json.email  a.constructor')),
);

/** A whole parameter: code alone, or text with code in it. */
const parameter = (path: Step[]) => {
	const code = fc
		.tuple(braces, codeOf(path))
		.map(([around, inner]) => around.replace('@', () => inner));
	const template = fc
		.array(fc.oneof(code, text), { maxLength: 4, size: 'max' })
		.map((parts) => parts.join(''));
	return fc
		.oneof({ weight: 2, arbitrary: code }, { weight: 1, arbitrary: template })
		.map((value) => `=${value}`);
};

const plainValue = fc.oneof(
	fc.oneof(fc.string({ maxLength: 8 }), anyText),
	listed('Ada  ÅSA  =1  ={{ 1 }}  {{ 1 }}  0  true  null  2026-11-21T12:00:00.000Z  }}  İ  a\\nb'),
	fc.constantFrom('', ' Ada ', '\ud83d', '\0', '\u2028', '\ufeffa\u00a0'),
	fc.oneof(fc.integer(), fc.double(), fc.boolean()),
	fc.constantFrom(0, -0, 0.1, 0.2, NaN, Infinity, 1e21, 1e-7),
);

/** Whatever JSON holds, and what a Code node may leave in an item besides. */
const otherValue = fc.oneof(
	fc.constantFrom<unknown>(null, undefined, 1n, Symbol('s'), [], {}, () => 1, new Date(0)),
	fc.constantFrom<unknown>(Object('a'), Object(1), { toString: () => 'a' }, { valueOf: () => 1 }),
	fc.anything({ maxDepth: 1, withNullPrototype: true, withSparseArray: true, withDate: true }),
);

/** An object or list of JSON whose property `step` is the value. */
export const holding = (step: Step, value: unknown): object =>
	Object.defineProperty(
		typeof step === 'number' ? Array.from({ length: step }, (_, at) => `item ${at}`) : { id: 7 },
		step,
		{ value, writable: true, configurable: true, enumerable: true },
	);

/** Values that do not contain the value under the step, or not in the way of JSON. */
const holdingOddly: ((step: Step, value: unknown) => unknown)[] = [
	() => ({}),
	() => 'text',
	(step, value) => Object.defineProperty(new Date(0), step, { value }),
	(step, value) => Object.defineProperty({}, step, { get: () => value }),
	(step, value) => Object.create(holding(step, value)) as unknown,
	(step, value) => new Proxy(holding(step, value), {}),
];

/** The `json` of an item that holds a value under the path. */
const jsonWith = (path: Step[]): fc.Arbitrary<unknown> =>
	fc
		.record({
			value: fc.oneof({ weight: 20, arbitrary: plainValue }, { weight: 1, arbitrary: otherValue }),
			oddDepth: fc.nat({ max: 60 }),
			odd: fc.constantFrom(...holdingOddly),
		})
		.map(({ value, oddDepth, odd }) =>
			path.reduceRight<unknown>(
				(inner, step, depth) => (depth === oddDepth ? odd : holding)(step, inner),
				value,
			),
		);

/** Expressions that may be read directly, or look like it, each for several items. */
export const randomExpression = anyPath.chain((path) =>
	fc.record({
		expression: parameter(path),
		items: fc.array(jsonWith(path), { minLength: 5, maxLength: 5 }),
	}),
);
