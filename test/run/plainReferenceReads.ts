import fc from 'fast-check';

import { anyText } from '../properties/values';

type Step = string | number;

/** An expression, and the `json` of items that it is evaluated for. */
export interface Reads {
	expression: string;
	items: unknown[];
}

const usualNames = [
	...['email', 'first_name', 'name', 'phone', 'id', 'data', 'E-Mail', 'First Name', 'Straße', 'n°'],
	...['Amount (EUR)', 'rate in %', 'a.b', 'c/o', '電話', 'default', 'class', 'length', '0', '-1'],
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

const usualName = fc.constantFrom(...usualNames);

const identifier = fc.stringMatching(/^[A-Za-z_$][\w$]{0,8}$/);

const severalTraps = fc
	.tuple(fc.constantFrom('', ' ', '.'), fc.array(fc.oneof(trap, usualName), { minLength: 2 }))
	.map(([between, parts]) => parts.slice(0, 3).join(between));

const anyName = fc.oneof(
	{ weight: 6, arbitrary: usualName },
	{ weight: 3, arbitrary: identifier },
	{ weight: 2, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) },
	{ weight: 1, arbitrary: anyText },
	{ weight: 2, arbitrary: trap },
	{ weight: 2, arbitrary: severalTraps },
);

const index = fc.nat({ max: 3 });

const path = fc.array(
	fc.oneof<fc.WeightedArbitrary<Step>[]>(
		{ weight: 5, arbitrary: anyName },
		{ weight: 1, arbitrary: index },
	),
	{ minLength: 1, maxLength: 3 },
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

const usualBraces = fc.constantFrom<string[][]>(
	['={{ ', ' }}'],
	['={{', '}}'],
	['={{ ', '}}'],
	['={{', ' }}'],
);

/** Around the reference, at the `@`. */
const oddBraces = fc
	.constantFrom(
		...[
			'={{  @  }}',
			'={{\n@\n}}',
			'= {{ @ }}',
			'={{ @ }} ',
			'{{ @ }}',
			'=a {{ @ }}',
			'={{ (@) }}',
		],
		...['={{ @; }}', '={{ @ // }}', '={{ @ }', '={{ @ }}{{ 1 }}', '=\\{{ @ }}', '={{{ @ }}}'],
		...['={{ -@ }}', '=@'],
	)
	.map((text) => text.split('@'));

const expressionOf = (
	steps: Step[],
	spelled: (step: Step) => fc.Arbitrary<string>,
	braces: fc.Arbitrary<string[]>,
): fc.Arbitrary<string> =>
	fc
		.tuple(braces, fc.tuple(...steps.map(spelled)))
		.map(([[before, after], parts]) => `${before}$json${parts.join('')}${after}`);

const plainValue = fc.oneof(
	{ weight: 4, arbitrary: fc.oneof(anyText, fc.string(), fc.constantFrom('', '=1', '={{ 1 }}')) },
	{
		weight: 2,
		arbitrary: fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -0, NaN, 2 ** 53)),
	},
	{ weight: 1, arbitrary: fc.constantFrom(true, false) },
	{ weight: 1, arbitrary: fc.constantFrom('2026-11-21T12:00:00.000Z', '\ud83d', '\0', '}}') },
);

class Contact {
	readonly name = 'of a class';

	constructor(readonly email: unknown) {}
}

/** Whatever JSON holds, and what a Code node may leave in an item besides. */
const otherValue = fc.oneof(
	fc.constantFrom<unknown>(null, undefined, 1n, Symbol('s'), /a/, [], {}, new Map([['email', 1]])),
	fc.constantFrom<unknown>(() => 1, Buffer.from('a'), new Contact('a@b.example')),
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
	(step, value) => withOwn({}, step, { value }),
	(step, value) => withOwn({}, step, { get: () => value }),
	(step, value) => withOwn(new Contact(1), step, { value, writable: true }),
	(step, value) => withOwn(Object.create(null) as object, step, { value }),
	(step, value) => Object.create(holding(step, value)) as unknown,
	(step, value) => (step === 'length' ? [1, 2] : withOwn([1, 2], step, { value, writable: true })),
];

/** The `json` of an item that holds a value under the steps, or in one of 30 does not. */
const item = (steps: Step[]): fc.Arbitrary<unknown> =>
	fc
		.record({
			value: fc.oneof({ weight: 6, arbitrary: plainValue }, { weight: 1, arbitrary: otherValue }),
			oddDepth: fc.nat({ max: 30 }),
			odd: fc.constantFrom(...holdingOddly),
		})
		.map(({ value, oddDepth, odd }) =>
			steps.reduceRight<unknown>(
				(held, step, depth) => (depth === oddDepth ? odd : holding)(step, held),
				value,
			),
		);

const either = <Value>(usual: fc.Arbitrary<Value>, odd: fc.Arbitrary<Value>) =>
	fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd });

/** Expressions that are plain references or look like it, each for several items. */
export const anyReads: fc.Arbitrary<Reads> = path.chain((steps) =>
	fc.record({
		expression: expressionOf(
			steps,
			(step) => either(spelledAsUsual(step), spelledOddly(step)),
			either(usualBraces, oddBraces),
		),
		items: fc.array(item(steps), { minLength: 20, maxLength: 20 }),
	}),
);

/** A reference as people have them, to a value that is there. */
export const usualRead: fc.Arbitrary<{ expression: string; json: unknown; value: unknown }> = fc
	.tuple(
		fc.array(fc.oneof<fc.Arbitrary<Step>[]>(usualName, usualName, usualName, index), {
			minLength: 1,
			maxLength: 3,
		}),
		plainValue,
	)
	.chain(([steps, value]) =>
		fc.record({
			expression: expressionOf(steps, spelledAsUsual, usualBraces),
			json: fc.constant(steps.reduceRight<unknown>((held, step) => holding(step, held), value)),
			value: fc.constant(value),
		}),
	);
