import seedrandom from 'seedrandom';

import { directExpression } from '../../nodes/runtime/engine/directExpression';
import { startEvaluator, type Evaluator } from '../support/evaluator';
import { oneOf, seed } from './seed';

/** The number of values compared. */
const count = process.env.RUNS === undefined ? 500 : 20_000;

const random = seedrandom(String(seed));
const below = (limit: number) => Math.floor(random() * limit);
const chosen = <T>(values: readonly T[]) => oneOf(random, values);
const several = <T>(least: number, most: number, make: () => T) =>
	Array.from({ length: least + below(most - least + 1) }, make);
/** The parts of a text, with two spaces or a line break between them. */
const listed = (text: string) => text.trim().split(/ {2,}|\n\s*/);

/** Any text: every character of Unicode, halves of surrogate pairs among them. */
const anyText = () => String.fromCodePoint(...several(0, 30, () => below(0x110000)));

/** Names and parts of names that n8n's parsers, its sandbox or JavaScript give a meaning to. */
const traps = [
	...`__proto__ prototype constructor binding arguments caller callee execve getPrototypeOf
		defineProperty _load mainModule __defineGetter__ dlopen toString valueOf hasOwnProperty
		toLocaleString isPrototypeOf toJSON at window global this self process eval Function
		undefined $ $json $if( $input __sanitize ___n8n_data E v extend isProxy __isArray __isObject
		__isError __n8nType __n8nEscaped __value then e {{ }} { } \\ \\}} " ' \` $\{1} // /* */ <!-- -->
		.toDate( .first() .isEmpty( .length [0] ( ) ; = ?. , # @ 😀 ﬁ 1e3 01 4294967295`.split(/\s+/),
	...Array.from('\n\r\t\v\0\x7f\x85\u2028\u2029\u00a0\u3000\ufeff\u00ad\u200d '),
];
const operators = listed(`
	?.  ??  ||  &&  |  -  ,  :  ++  .trim  .at(0)  $('None').item.json  $input.item.json  $now  null  1
	007  1n  [1]  -1  globalThis`);
const odd = () => chosen([chosen(traps), anyText(), chosen(operators)]);

type Step = string | number;

const names = listed('email  First Name  Straße  a.b  電話  class  length  0  -1  $a  _b1');
const anyStep = (): Step =>
	chosen([...Array<Step>(5).fill(chosen(names)), below(4), chosen([chosen(traps), anyText()])]);

/** A step as the editor writes it and as people type it. */
function spelled(step: Step): string {
	if (typeof step === 'number') return `[${step}]`;
	const isName = /^[A-Za-z_$][\w$]*$/.test(step);
	return chosen([`["${step}"]`, `['${step}']`, ...(isName ? [`.${step}`] : [])]);
}

const roots = listed(`$json  $json  $('Items').item.json  $("Items").item.json`);
const literals = listed(`''  '+49'  "https://a.example/?b=1"  '// no'  ".first("  '$if('  "名前"`);
const methods = listed('.trim()  .toLowerCase()  .toUpperCase()');

/** Terms with one operator between them, and seldom something odd in any place. */
function codeOf(path: Step[]): string {
	const operator = chosen([' + ', '+']);
	const parts = several(1, 3, () => [
		operator,
		below(4) > 0 ? chosen(roots) + path.map(spelled).join('') : chosen(literals),
		below(7) > 0 ? '' : chosen(methods),
	]).flat();
	if (below(7) === 0) parts.splice(below(9), 0, odd());
	return `{{ ${parts.slice(1).join('')} }}`;
}

const texts = listed('Hi  !  {"id":  }  "  https://a/?b=  =  $json.email');

/** A whole parameter: code alone, or text with code in it. */
const parameterWith = (path: Step[]) =>
	below(3) > 0
		? `=${codeOf(path)}`
		: `=${several(0, 4, () => (below(2) > 0 ? codeOf(path) : below(9) > 0 ? chosen(texts) : odd())).join('')}`;

const words = listed('Ada  ÅSA  =1  ={{ 1 }}  {{ 1 }}  0  true  null  }}  İ  a\\nb');
const scalars = ['', ' Ada ', '\ud83d', '\0', true, false, 0, -0, 0.1, 1 / 3, NaN, 1e21, 1e-7];
/** A Code node may leave them in an item. */
const objects = [null, undefined, [], ['a'], {}, { a: 1 }, new Date(0), Object.create(null)];
const anyValue = (): unknown =>
	below(20) > 0 ? chosen([anyText(), chosen(words), chosen(scalars)]) : chosen<unknown>(objects);

/** An object or list of JSON whose property `step` is the value. */
const holding = (value: unknown, step: Step): object =>
	Object.defineProperty(
		typeof step === 'number' ? Array.from({ length: step }, (_, at) => `item ${at}`) : { id: 7 },
		step,
		{ value, writable: true, configurable: true, enumerable: true },
	);

let evaluator: Evaluator;
beforeAll(async () => (evaluator = await startEvaluator()));
afterAll(async () => await evaluator.release());

it('an expression that is read directly has the value that the evaluator gives it', () => {
	let values = 0;
	let read = 0;
	while (read < count) {
		const path = several(1, 3, anyStep);
		const expression = parameterWith(path);
		for (let item = 0; item < 5; item += 1) {
			values += 1;
			const json: unknown = path.reduceRight(holding, anyValue());
			const value = directExpression(expression)({ json, earlierJson: () => json });
			if (value === undefined) continue;
			read += 1;
			const evaluated = evaluator.evaluate(expression, json);
			expect({ expression, json, value: evaluated }).toEqual({ expression, json, value });
		}
	}
	expect(read / values).toBeGreaterThan(1 / 3);
}, 3_600_000);
