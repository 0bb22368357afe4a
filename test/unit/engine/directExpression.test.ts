import { directExpression, type Scope } from '../../../nodes/runtime/engine/directExpression';
import { startEvaluator, type Evaluator } from '../../support/evaluator';

const json = {
	email: ' Ada@Example.com ',
	first_name: 'Ada',
	'First Name': 'Ada',
	名前: 'エイダ',
	'a]b': 'brackets',
	'c.d': 'dots',
	class: 'first',
	contact: { phones: [{ number: '+49 30' }, { number: '+49 40' }] },
	0: 'zero',
	list: Array.from('abcdefghijk'),
	count: 2,
	price: 2.5,
	negative: -0,
	large: 1e21,
	unknown: NaN,
	empty: '',
	yes: true,
	no: false,
	none: null,
	getPrototypeOf: 'a name',
	toLocaleString: 'a name',
};

const scopeOf = (item: unknown): Scope => ({ json: item, earlierJson: () => item });

/** @returns undefined if it is left to the evaluator */
const read = (expression: string, item: unknown = json) =>
	directExpression(expression)(scopeOf(item));

/** Values, which the random test compares as well: here none may be left to the evaluator. */
describe('what is read directly is what the evaluator reads', () => {
	let evaluator: Evaluator;
	beforeAll(async () => (evaluator = await startEvaluator()));
	afterAll(async () => await evaluator.release());

	const expressions = `
={{$json.first_name}}                 ={{ $json["First Name"] }}           ={{ $json['First Name'] }}
={{ $json.contact.phones[1].number }} ={{ $json["0"] }}                    ={{ $json["名前"] }}
={{ $json.list[10] }}                 ={{ $json.negative }}                ={{ $json["a]b"] + $json['c.d'] }}
={{ $json.yes + $json.count }}        ={{ "" + $json.count + $json.price }} ={{ '' }}
={{ $json.list.length }}              ={{ $json.first_name[0] }}           ={{ $json.large + "" }}
={{ $json.email.trim().toLowerCase() }} ={{ $json.first_name.toUpperCase() }}`;
	const templates = [
		...['=Hi {{ $json.first_name }}!', '={{ $json.first_name }} ', '= {{ $json.first_name }}'],
		...['={{ $json.count }}{{ $json.price }}', '={"order": {{ $json.count }}}', '=', '=a text'],
		...['=={{ $json.first_name }}', '=Dear "{{ $json.first_name }}"\n\tyours }'],
		'={{ $json.negative }}.{{ $json.no }}.{{ $json.empty }}.',
	];

	it.each([...expressions.trim().split(/\s+(?==\{)/), ...templates])('%s', (expression) => {
		expect(read(expression)).toBe(evaluator.evaluate(expression, json));
	});
});

const code = {
	'another beginning': `
={{ $json }}  ={{ $input.item.json.first_name }}  ={{ $jsonData.first_name }}  ={{ }}  ={{ ($json.count) }}`,
	'another step': `
={{ $json.first_name.slice(1) }}  ={{ $json.count.trim() }}  ={{ $json.contact?.phones }}  ={{ $json.名前 }}
={{ $json[$json.class] }}  ={{ $json[ "first_name" ] }}  ={{ $json .first_name }}  ={{ $json.list[01] }}`,
	'another operator': `
={{ $json.count - $json.price }}  ={{ -$json.count }}  ={{ $json.count + }}  ={{ $json.count $json.price }}
={{ $json.empty ?? "a" }}  ={{ $json.first_name // the name }}  ={{ "a" + $json.empty || "b" }}`,
	'quotes, escapes and braces': `
={{ $json["first\\u005fname"] }}  =\\{{ $json.first_name }}  ={{ "it's" }}  ={{ $json["first_name'] }}
={{ "{{" }}  =Hi {{ $json.first_name }  ={{\t$json.count }}  ={{\n$json.count }}  ={{ "a\u2028b" }}  ={{ "a\0b" }}`,
	'a name that means something to it': `
={{ $json.toLocaleString }}  ={{ $json["toLocaleString"] }}  ={{ $json.getPrototypeOf }}  ={{ $json.__proto__ }}`,
	'a text that means something to it': `
=a.constructor {{ $json.first_name }}  =toString`,
	'a value that is none': `
={{ $json.first_name + $json.missing }}  ={{ $json.none }}  =Hi {{ $json.contact }}  =Hi {{ $json.unknown }}`,
};
const rows = Object.entries(code).flatMap(([what, expressions]) =>
	expressions
		.trim()
		.split(/(?:\n| {2,})(?==)/)
		.map((one): [string, string] => [what, one]),
);

it.each(rows)('the evaluator is asked for %s: %j', (_, expression) => {
	expect(read(expression)).toBeUndefined();
});

it.each<[string, unknown, string]>([
	['an inherited property', Object.create({ email: 'x' }), '.email'],
	['a method that an object has', { email: { trim: () => 'x' } }, '.email.trim()'],
	['a bigint', { id: 1n }, '.id'],
	['an item that is none', null, '.email'],
	['a field of what is none', { contact: null }, '.contact.email'],
])('the evaluator is asked where a path leads to %s', (_, item, path) => {
	expect(read(`={{ $json${path} }}`, item)).toBeUndefined();
});
