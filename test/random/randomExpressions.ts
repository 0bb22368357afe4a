import fc from 'fast-check';

import { anyText } from './values';

type Step = string | number;

/** A parameter, and what it is read for: the `json` of an item, and that of the item it comes from. */
export interface RandomExpression {
	expression: string;
	items: Array<{ json: unknown; earlier: unknown }>;
}

const usualNames = [
	...['email', 'first_name', 'name', 'phone', 'id', 'data', 'E-Mail', 'First Name', 'Straße', 'n°'],
	...['Amount (EUR)', 'rate in %', 'a.b', 'c/o', '電話', 'default', 'class', 'length', '0', '-1'],
	...['trim', 'item', 'json', 'first', 'isEmpty'],
];

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

/** What stands in a text with two spaces or a line break between its parts. */
const listed = (text: string) => text.trim().split(/ {2,}|\n\s*/);

const usualName = fc.constantFrom(...usualNames);

const either = <Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>) =>
	fc.oneof({ weight: 25, arbitrary: usual }, { weight: 1, arbitrary: odd });

const anyName = fc.oneof(
	{ weight: 12, arbitrary: usualName },
	{ weight: 3, arbitrary: fc.stringMatching(/^[A-Za-z_$][\w$]{0,8}$/) },
	{ weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) },
	{ weight: 1, arbitrary: anyText },
	{ weight: 1, arbitrary: trap },
	{
		weight: 1,
		arbitrary: fc
			.array(fc.oneof(trap, usualName), { maxLength: 3 })
			.map((parts) => parts.join(' ')),
	},
);

const path = fc.array(
	fc.oneof<fc.WeightedArbitrary<Step>[]>(
		{ weight: 6, arbitrary: anyName },
		{ weight: 1, arbitrary: fc.nat({ max: 3 }) },
	),
	{ minLength: 1, maxLength: 3, size: '-1' },
);

const isIdentifier = (name: string) => /^[A-Za-z_$][\w$]*$/.test(name);

/** A step as the editor writes it and as people type it. */
const spelledAsUsual = (step: Step): fc.Arbitrary<string> => {
	if (typeof step === 'number') return fc.constant(`[${step}]`);
	const quoted = [`["${step}"]`, `['${step}']`];
	return fc.constantFrom(...quoted, ...(isIdentifier(step) ? [`.${step}`, `.${step}`] : []));
};

/** Ways to write a step that only look like it, or that mean the same and are rare. */
const spelledOddly = (step: Step): fc.Arbitrary<string> =>
	fc.constantFrom(
		...[`.${step}`, `[${step}]`, `["${step}"]`, `[\`${step}\`]`, `[${JSON.stringify(step)}]`],
		...[`[ "${step}" ]`, ` .${step}`, `?.${step}`, `?.["${step}"]`, `.${step}()`, `[0${step}]`],
	);

const root = either(
	fc.constantFrom('$json', '$json', `$('Items').item.json`, `$("Items").item.json`),
	fc.constantFrom(
		...listed(`
			$('Nobody').item.json  $('Messenger').item.json  $('').item.json  $( 'Items' ).item.json
			$('Items').first().json  $('Items').pairedItem().json  $('Items', 1).item.json  $(Items)
			$('Items').item  $('Items')["item"].json  $(\`Items\`).item.json  $node["Items"].json
			$json.json  $jsonData  $input.item.json  $data  $now  $
		`),
	),
);

const reference = (paths: Step[][]) =>
	fc
		.tuple(root, fc.constantFrom(...paths))
		.chain(([start, steps]) =>
			fc
				.tuple(...steps.map((step) => either(spelledAsUsual(step), spelledOddly(step))))
				.map((parts) => start + parts.join('')),
		);

const literal = either(
	fc.constantFrom(
		...listed(`
			""  ''  "there"  '+49'  "https://a.example/?b=1"  "(none)"  "true"  "0"  "use strict"
			'// no'  "/* no */"  ".first("  '$if('  "名前"  0  1  2.5  2.50  0.0  100  999999999  10.000001
		`),
		...['" "', "', '"],
	),
	fc.oneof(
		fc.constantFrom(
			...listed(`
				007  1e3  0x1f  1_000  .5  5.  1n  -1  +1  1.5.2  12345678901234567890  -0  NaN  Infinity
				"it's"  'a"b'  "a\\nb"  "a' + '"  "a" "b"  \`a\`  \`$\{1}\`  null  undefined  true  $json
				[1]  {}  ({})  /a/  new Date(0)  (() => 1)()
			`),
		),
		fc.oneof(anyText, trap).map((text) => `"${text}"`),
	),
);

const method = either(
	fc.constantFrom('.trim()', '.toLowerCase()', '.toUpperCase()', '.toString()'),
	fc.constantFrom(
		...listed(`
			.trim  .trim ()  .trim(1)  .trim().length  ?.trim()  .toString  .toString(2)  .toString\`a\`
			.toFixed(2)  .at(0)  .valueOf()  .length  [0]  ()  .constructor  .extend()  .first()
			.isEmpty()  .toTitleCase()  .toInt()  .toNumber()  .toJsonString()
		`),
		' .trim()',
	),
);

const operator = (usual: string) =>
	either(
		fc.constantFrom(usual, ` ${usual} `),
		fc.constantFrom(
			...listed('-  *  /  %  **  &&  |  || ||  ||!  ?  :  ==  ===  <  ,  ;  =  +=  ||=  ??=  =>'),
			...['++', '+ +', '+-', ' in ', '\n+', '+\n', '+ // a\n', '+ /* a */ '],
		),
	);

/** `sum || sum`, of `term + term`, of `(sum || sum).trim()`: most are short. */
const codeOf = (paths: Step[][]) =>
	fc.letrec<{ choice: string; sum: string; term: string }>((tie) => ({
		choice: either(
			fc
				.tuple(
					fc.array(tie('sum'), { minLength: 1, maxLength: 3, size: '-2' }),
					fc.constantFrom('||', '??').chain(operator),
				)
				.map(([sums, between]) => sums.join(between)),
			fc.tuple(tie('sum'), tie('sum'), tie('sum')).map(([a, b, c]) => `${a} || ${b} ?? ${c}`),
		),
		sum: fc
			.tuple(fc.array(tie('term'), { minLength: 1, maxLength: 4, size: '-2' }), operator('+'))
			.map(([terms, between]) => terms.join(between)),
		term: fc
			.tuple(
				fc.oneof(
					{ maxDepth: 2, depthSize: 'small' },
					{ weight: 12, arbitrary: reference(paths) },
					{ weight: 4, arbitrary: literal },
					{ weight: 3, arbitrary: tie('choice').map((choice) => `(${choice})`) },
				),
				fc.oneof(
					{ weight: 4, arbitrary: fc.constant([]) },
					{ weight: 1, arbitrary: fc.array(method, { maxLength: 2 }) },
				),
			)
			.map(([operand, calls]) => operand + calls.join('')),
	})).choice;

const braces = fc.constantFrom('{{ @ }}', '{{ @ }}', '{{@}}', '{{ @}}', '{{  @  }}');

const oddBraces = fc.constantFrom(
	...listed(`
		{{ @; }}  {{ @ // }}  {{ @ }  {{{ @ }}}  {{ @ }}}  { {{ @ } }}  { { @ }}  \\{{ @ }}
		{{ -@ }}  {{ !@ }}  {{ void @ }}  {{ a = @ }}  {{ [@] }}  {{ }}
	`),
	...['{{\n@\n}}', '{{\t@ }}'],
);

const text = either(
	fc.oneof(
		fc.constantFrom('Hi ', '!', ', ', ' ', '\n', '{"id": ', '}', '"', '<p>', 'https://a/?b=', '='),
		fc.string({ maxLength: 5 }),
	),
	fc.oneof(anyText, trap, fc.constantFrom('\\', '{', '{{', '}}', '$json.email', 'a.constructor')),
);

/** A whole parameter: code alone, or text with code in it. */
const parameter = (paths: Step[][]) => {
	const code = fc
		.tuple(either(braces, oddBraces), codeOf(paths))
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
	fc.constantFrom(
		...listed(`
			Ada  ÅSA  straße  =1  ={{ 1 }}  {{ 1 }}  0  12  true  null  2026-11-21T12:00:00.000Z  }}  İ  a\\nb
		`),
		...['', ' ', ' Ada ', '\ud83d', '\0', '\u2028', '\ufeffa\u00a0'],
	),
	fc.oneof(fc.integer(), fc.double(), fc.constantFrom(0, -0, 0.1, 0.2, NaN, Infinity, 1e21, 1e-7)),
	fc.boolean(),
);

class Contact {
	readonly name = 'of a class';

	constructor(readonly email: unknown) {}
}

/** Whatever JSON holds, and what a Code node may leave in an item besides. */
const otherValue = fc.oneof(
	fc.constantFrom<unknown>(null, undefined, 1n, Symbol('s'), /a/, [], {}, new Map([['email', 1]])),
	fc.constantFrom<unknown>(() => 1, Buffer.from('a'), new Contact('a@b.example'), new Error('a')),
	fc.constantFrom<unknown>(Object('a'), Object(1), { toString: () => 'a' }, { valueOf: () => 1 }),
	fc.date({ noInvalidDate: false }),
	fc.anything({ maxDepth: 1, withNullPrototype: true, withSparseArray: true }),
);

const withOwn = (holder: object, step: Step, attributes: PropertyDescriptor): object =>
	Object.defineProperty(holder, step, { configurable: true, enumerable: true, ...attributes });

/** An object or list of JSON whose property `step` is the value. */
export const holding = (step: Step, value: unknown): object =>
	withOwn(
		typeof step === 'number' ? Array.from({ length: step }, (_, at) => `item ${at}`) : { id: 7 },
		step,
		{ value, writable: true },
	);

/** What does not hold the value under the step, or not in the way of JSON. */
const holdingOddly: ((step: Step, value: unknown) => unknown)[] = [
	() => ({}),
	() => null,
	() => 'text',
	() => [],
	() => new Date(0),
	(step, value) => withOwn(new Date(0), step, { value }),
	(step, value) => withOwn({}, step, { value, enumerable: false }),
	(step, value) => withOwn({}, step, { get: () => value }),
	(step, value) => withOwn(new Contact(1), step, { value, writable: true }),
	(step, value) => withOwn(Object.create(null) as object, step, { value }),
	(step, value) => Object.create(holding(step, value)) as unknown,
	(step, value) => new Proxy(holding(step, value), {}),
	(step, value) => (step === 'length' ? [1, 2] : withOwn([1, 2], step, { value, writable: true })),
];

/** The `json` of an item that holds values under most of the paths. */
const jsonWith = (paths: Step[][]): fc.Arbitrary<unknown> =>
	fc
		.array(
			fc.record({
				value: fc.oneof(
					{ weight: 20, arbitrary: plainValue },
					{ weight: 1, arbitrary: otherValue },
				),
				oddDepth: fc.nat({ max: 60 }),
				odd: fc.constantFrom(...holdingOddly),
			}),
			{ minLength: paths.length, maxLength: paths.length },
		)
		.map((held) => {
			const items = paths.map((steps, index) => {
				const { value, oddDepth, odd } = held[index]!;
				return steps.reduceRight<unknown>(
					(inner, step, depth) => (depth === oddDepth ? odd : holding)(step, inner),
					value,
				);
			});
			return items.reduce(merged);
		});

/** One object with the properties of both; of the first where they are no two objects. */
function merged(first: unknown, second: unknown): unknown {
	const isObject = (value: unknown) =>
		typeof value === 'object' &&
		value !== null &&
		Object.getPrototypeOf(value) === Object.prototype;
	if (!isObject(first) || !isObject(second)) return first;
	const descriptors = Object.getOwnPropertyDescriptors(second as object);
	return Object.defineProperties(first, {
		...descriptors,
		...Object.getOwnPropertyDescriptors(first),
	});
}

/** Expressions that may be read directly, or look like it, each for several items. */
export const randomExpression: fc.Arbitrary<RandomExpression> = fc
	.array(path, { minLength: 1, maxLength: 3 })
	.chain((paths) =>
		fc.record({
			expression: parameter(paths),
			items: fc.array(fc.record({ json: jsonWith(paths), earlier: jsonWith(paths) }), {
				minLength: 5,
				maxLength: 5,
			}),
		}),
	);
