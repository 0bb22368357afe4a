import {
	directExpression,
	type ExpressionItem,
} from '../../../nodes/Messenger/run/directExpression';
import { startEvaluator, type Evaluator } from '../../support/evaluator';

const json = {
	email: ' Ada@Example.com ',
	first_name: 'Ada',
	last_name: 'Lovelace',
	'First Name': 'Ada',
	'E-Mail (privé)': 'ada@example.com',
	名前: 'エイダ',
	'a.b': { c: 'dotted' },
	class: 'first',
	contact: { first_name: 'Ada', phones: [{ number: '+49 30' }, { number: '+49 40' }] },
	0: 'zero',
	list: ['a', 'b'],
	count: 2,
	price: 2.5,
	nothing: 0,
	negative: -0,
	large: 1e21,
	unknown: NaN,
	empty: '',
	yes: true,
	no: false,
	none: null,
};

const earlier = { body: { email: 'bo@example.com', 'Last Name': 'Bo' }, rows: [{ id: 7 }] };

const of = (item: unknown, earlierJson: unknown = earlier): ExpressionItem => ({
	json: item,
	earlierItem: (node) => {
		if (node !== 'Items') throw new Error('No such node');
		return { json: earlierJson };
	},
});

/** @throws Error where it is left to the evaluator */
const read = (expression: string, item: unknown = json) => directExpression(expression)(of(item));

describe('what is read directly is what the evaluator reads', () => {
	let evaluator: Evaluator;
	beforeAll(async () => (evaluator = await startEvaluator()));
	afterAll(async () => await evaluator.release());

	const expressions = `
={{ $json.first_name }}               ={{$json.first_name}}                ={{   $json.first_name   }}
={{ $json["First Name"] }}            ={{ $json['First Name'] }}           ={{ $json["E-Mail (privé)"] }}
={{ $json["名前"] }}                  ={{ $json["a.b"].c }}                ={{ $json.class }}
={{ $json.contact.phones[1].number }} ={{ $json[0] }}                      ={{ $json["0"] }}
={{ $json .contact .first_name }}     ={{ $json.list[1] }}                 ={{ $json.count }}
={{ $json.negative }}                 ={{ $json.unknown }}                 ={{ $json.empty }}
={{ $('Items').item.json.body.email }} ={{ $("Items").item.json.body["Last Name"] }}
={{ $('Items').item.json.rows[0].id }} ={{ $json.no }}
={{ "there" }}                        ={{ '' }}                            ={{ 12 }}
={{ 2.50 }}                           ={{ " a".trim() }}                   ={{ $json.email.trim() }}
={{ $json.email.trim().toLowerCase() }} ={{ $json.first_name.toUpperCase() }}
={{ $json.count.toString() }}         ={{ $json.negative.toString() }}     ={{ $json.yes.toString() }}
={{ ($json.first_name + " ").trim() }} ={{ $json.first_name + " " + $json.last_name }}
={{$json.first_name+" "+$json.last_name}} ={{ $json.count + $json.price }} ={{ $json.yes + 1 }}
={{ $json.count + $json.price + "" }} ={{ "" + $json.count + $json.price }}
={{ $json.count + ($json.price + "") }} ={{(1)+(  2  )+ ( 3 )}}
={{ $json.negative + "" }}            ={{ $json.large + "" }}              ={{ "+" + 49 }}
={{ $json.empty || "there" }}         ={{ $json.empty||"there" }}          ={{ $json.empty  ||  "there" }}
={{ $json.empty || $json.nothing || $json.first_name }}
={{ $json.first_name || $json.missing }} ={{ $json.first_name || $("Nobody").item.json.a }}
={{ $json.empty || 0 }}               ={{ $json.empty ?? "there" }}        ={{ $json.empty??"there" }}
={{ $json.nothing ?? 1 ?? 2 }}        ={{ ($json.empty ?? "a") || "b" }}
={{ ($json.empty || "Dr. ") + $json.last_name }} ={{ $json.empty || "Dr. " + $json.last_name }}`;
	const templates = [
		...['=Hi {{ $json.first_name }}!', '={{ $json.first_name }} ', '= {{ $json.first_name }}'],
		...['={{ $json.count }}{{ $json.price }}', '={"order": {{ $json.count }}}', '=', '=a text'],
		...['=={{ $json.first_name }}', '=Dear "{{ $json.first_name }}"\n\tyours }'],
		'={{ $json.negative }}.{{ $json.unknown }}.{{ $json.no }}.{{ $json.empty }}.',
	];

	it.each([...expressions.trim().split(/\s+(?==\{)/), ...templates])('%s', (expression) => {
		expect(read(expression)).toBe(evaluator.evaluate(expression, json, earlier));
	});

	it('an object without a prototype, and an earlier item with dates and lists', () => {
		const bare = Object.assign(Object.create(null) as object, { email: 'x' });
		expect(read('={{ $json.email }}', bare)).toBe('x');
		const item = { email: 'x', at: new Date(0), list: [null, { a: [] }] };
		const ofEarlier = directExpression("={{ $('Items').item.json.email }}");
		expect(ofEarlier(of({}, item))).toBe('x');
	});
});

describe('the evaluator is asked for', () => {
	const code = `
the whole item                    ={{ $json }}
another variable                  ={{ $input.item.json.first_name }}
a longer name                     ={{ $jsonData.first_name }}
an object                         ={{ $json.contact }}
nothing                           ={{ }}
another method                    ={{ $json.first_name.slice(1) }}
n8n's own method                  ={{ $json.first_name.toTitleCase() }}
a method with an argument         ={{ $json.count.toString(2) }}
a method that is not called       ={{ $json.first_name.trim }}
a text's method, of a number      ={{ $json.count.trim() }}
a property of a text              ={{ $json.first_name.length }}
a character of a text             ={{ $json.first_name[0] }}
another operator                  ={{ $json.count - 1 }}
an operator before a value        ={{ -$json.count }}
two operators                     ={{ $json.count + +$json.price }}
an operator without a value       ={{ $json.count + }}
a value without an operator       ={{ $json.count $json.price }}
both choices, not in parentheses  ={{ $json.empty ?? $json.count || 1 }}
both choices the other way round  ={{ $json.empty || $json.count ?? 1 }}
parentheses that are open         ={{ ($json.count }}
parentheses that are closed twice ={{ ($json.count)) }}
empty parentheses                 ={{ () }}
a word in place of a parenthesis  ={{ (("x"a) }}
a word in place of an operator    ={{ 1 or"x" ?? 2 }}
two values in parentheses         ={{ ($json.count, 1) }}
an assignment                     ={{ $json.count = 1 }}
a condition                       ={{ $json.yes ? 1 : 2 }}
a comment                         ={{ $json.first_name // the name }}
a comment before it               ={{ /* the name */ $json.first_name }}
a semicolon                       ={{ $json.first_name; }}
an optional step                  ={{ $json.contact?.first_name }}
a computed step                   ={{ $json[$json.class] }}
a template literal                ={{ \`Hi\` }}
a name in backticks               ={{ $json[\`first_name\`] }}
a space within brackets           ={{ $json[ "first_name" ] }}
an index that is none             ={{ $json.list[-1] }}
an index with a leading zero      ={{ $json.list[01] }}
an index beyond any list          ={{ $json.list[4294967295] }}
a number with a leading zero      ={{ 012 }}
a number with an exponent         ={{ 1e3 }}
a number too long to be exact     ={{ 12345678901234567890 }}
no digit before the point         ={{ .5 }}
no digit after the point          ={{ 5. }}
a method of a number, no space    ={{ 1.toString() }}
an escape                         ={{ $json["first\\u005fname"] }}
a backslash in the text           =\\{{ $json.first_name }}
a quote within quotes             ={{ "it's" }}
two kinds of quotes               ={{ $json["first_name'] }}
closing braces in quotes          ={{ "}}" }}
opening braces in quotes          ={{ "{{" }}
one brace too many before it      ={{{ $json.first_name }}
braces that are open              =Hi {{ $json.first_name }
a line separator in quotes        ={{ "a\u2028b" }}
a control character in quotes     ={{ "a\0b" }}
an invisible character in quotes  ={{ "a\u200db" }}
half a character in quotes        ={{ "a\ud83d" }}
a letter beyond ASCII after a dot ={{ $json.名前 }}
a word that it refuses anywhere   =a.constructor {{ $json.first_name }}
a text that it takes for code     =toString
a node that is not there          ={{ $('Nobody').item.json.body.email }}
a node without a name             ={{ $('').item.json.body.email }}
the first item of a node          ={{ $('Items').first().json.body.email }}
an item of a node, not its JSON   ={{ $('Items').item.body.email }}
a node by the old way             ={{ $node["Items"].json.body.email }}
what is not there, in a sum       ={{ $json.first_name + $json.missing }}
what is not there, in a choice    ={{ $json.missing || "there" }}
null before a choice              ={{ $json.none ?? "there" }}
what is not there, in a template  =Hi {{ $json.first_name }} {{ $json.missing }}
an object in a sum                ={{ $json.contact + "" }}
an object in a template           =Hi {{ $json.contact }}
another space in the braces       ={{\t$json.first_name }}`;

	const long = `={{ ${'('.repeat(250)}1${')'.repeat(250)} }}`;
	const rows = code
		.trim()
		.split('\n')
		.map((line): [string, string] => {
			const start = line.indexOf('=');
			return [line.slice(0, start).trim(), line.slice(start)];
		});
	rows.push(['a line break in the braces', '={{\n$json.count }}'], ['long code', long]);
	it.each(rows)('%s: %j', (_, expression) => {
		const readItem = directExpression(expression);
		expect(readItem).toBeInstanceOf(Function);
		expect(() => readItem(of(json))).toThrow();
	});

	const names =
		'constructor prototype __proto__ binding arguments caller callee toString valueOf hasOwnProperty __defineGetter__ getPrototypeOf globalThis constructors constructorName a.constructor';
	it.each(names.split(' '))(
		'a name with a meaning of its own, also where it need not be read: %s',
		(name) => {
			const item = { ...json, [name]: 'x', data: { [name]: 'x' } };
			for (const step of [`["${name}"]`, `['${name}']`, `.data["${name}"]`, `.${name}`]) {
				expect(() => read(`={{ $json${step} }}`, item)).toThrow();
				expect(() => read(`={{ "a" || $json${step} }}`, item)).toThrow();
			}
		},
	);
});

describe('the evaluator is asked where a path leads to', () => {
	class Contact {
		email = 'ada@example.com';
	}

	const get = jest.fn(() => 'x');

	it.each<[string, unknown, string]>([
		['nothing', {}, '.email'],
		['nothing, a step before', {}, '.contact.email'],
		['null', { email: null }, '.email'],
		['a step below null', { contact: null }, '.contact.email'],
		['the length of a list', { list: [1] }, '.list.length'],
		['an index as text', { list: [1] }, '.list["0"]'],
		['an index beyond the list', { list: [1] }, '.list[1]'],
		['a gap in a list', { list: new Array<number>(2) }, '.list[1]'],
		['a name in a list', { list: Object.assign([1], { name: 'x' }) }, '.list.name'],
		['an inherited property', Object.create({ email: 'x' }), '.email'],
		['a method that all lists have', { list: [1] }, '.list.at'],
		['an object', { contact: { email: 'x' } }, '.contact'],
		['a list', { list: [1] }, '.list'],
		['a date', { at: new Date(0) }, '.at'],
		['a text that is an object', { email: Object('x') as unknown }, '.email'],
		['a function', { email: () => 'x' }, '.email'],
		['a method that an object has', { email: { trim: () => 'x' } }, '.email.trim()'],
		['a bigint', { id: 1n }, '.id'],
		['a symbol', { id: Symbol('id') }, '.id'],
		['a field of a date', { at: Object.assign(new Date(0), { email: 'x' }) }, '.at.email'],
		['a field of an instance of a class', { contact: new Contact() }, '.contact.email'],
		['an item that is none', undefined, '.email'],
		['a getter, which is not called', Object.defineProperty({}, 'email', { get }), '.email'],
	])('%s', (_, item, path) => {
		const readItem = directExpression(`={{ $json${path} }}`);
		expect(() => readItem(of(item))).toThrow();
		expect(get).not.toHaveBeenCalled();
	});

	it.each<[string, object]>([
		['a getter', Object.defineProperty({ email: 'x' }, 'a', { get: () => 1 })],
		['a function', { email: 'x', list: [{ a: () => 1 }] }],
		['a symbol', { email: 'x', a: Symbol('a') }],
		['an instance of a class', { email: 'x', a: new Contact() }],
		['what is not enumerable', Object.defineProperty({}, 'email', { value: 'x' })],
		['what is a proxy', new Proxy({ email: 'x' }, {})],
	])("an earlier node's item with %s: n8n 2 does not copy it as it is", (_, item) => {
		const readItem = directExpression("={{ $('Items').item.json.email }}");
		expect(() => readItem(of({}, item))).toThrow();
	});
});
