import { plainReference, readPlainReference } from '../../nodes/Messenger/run/plainReference';

describe('an expression is a plain reference', () => {
	it.each([
		['={{ $json.email }}', ['email']],
		['={{$json.email}}', ['email']],
		['={{ $json.email}}', ['email']],
		['={{ $json.contact.first_name }}', ['contact', 'first_name']],
		['={{ $json["First Name"] }}', ['First Name']],
		["={{ $json['First Name'] }}", ['First Name']],
		['={{ $json["E-Mail (privé)"] }}', ['E-Mail (privé)']],
		['={{ $json["名前"] }}', ['名前']],
		['={{ $json["a.b"].c }}', ['a.b', 'c']],
		['={{ $json.phones[0].number }}', ['phones', 0, 'number']],
		['={{ $json[0] }}', [0]],
		['={{ $json["0"] }}', ['0']],
		['={{ $json.class }}', ['class']],
	])('%s', (expression, path) => {
		expect(plainReference(expression)).toEqual(path);
	});
});

describe('the evaluator is asked for', () => {
	it.each([
		['a value that is no expression', '{{ $json.email }}'],
		['the whole item', '={{ $json }}'],
		['another variable', '={{ $input.item.json.email }}'],
		['a longer name', '={{ $jsonData.email }}'],
		['text before the braces', '=Dear {{ $json.name }}'],
		['text after the braces', '={{ $json.name }}!'],
		['a space before the braces', '= {{ $json.name }}'],
		['a space after the braces', '={{ $json.name }} '],
		['a line break after the braces', '={{ $json.name }}\n'],
		['two references', '={{ $json.first }}{{ $json.last }}'],
		['more than one space in the braces', '={{  $json.name }}'],
		['a line break in the braces', '={{\n$json.name }}'],
		['a method', '={{ $json.name.trim() }}'],
		['an operator', '={{ $json.name + 1 }}'],
		['a comment', '={{ $json.name // the name }}'],
		['an optional step', '={{ $json.contact?.name }}'],
		['a computed step', '={{ $json[$json.field] }}'],
		['a template', '={{ $json[`name`] }}'],
		['a space within a step', '={{ $json[ "name" ] }}'],
		['an empty name', '={{ $json[""] }}'],
		['an index that is none', '={{ $json.list[-1] }}'],
		['an index with a leading zero', '={{ $json.list[01] }}'],
		['an index beyond any list', '={{ $json.list[4294967295] }}'],
		['an escape', '={{ $json["a\\u0062"] }}'],
		['a quote within a name', '={{ $json["it\'s"] }}'],
		['two kinds of quotes', '={{ $json["name\'] }}'],
		['closing braces in a name', '={{ $json["a}}"] }}'],
		['opening braces in a name', '={{ $json["{{a"] }}'],
		['a line separator in a name', '={{ $json["a\u2028b"] }}'],
		['a line break in a name', '={{ $json["a\nb"] }}'],
		['a control character in a name', '={{ $json["a\0b"] }}'],
		['an invisible character in a name', '={{ $json["a\u200db"] }}'],
		['half a character in a name', '={{ $json["a\ud83d"] }}'],
		['a letter beyond ASCII after a dot', '={{ $json.größe }}'],
	])('%s: %j', (_, expression) => {
		expect(plainReference(expression)).toBeUndefined();
	});

	it.each([
		...['constructor', 'prototype', '__proto__', 'binding', 'arguments', 'caller', 'callee'],
		...[
			'toString',
			'valueOf',
			'hasOwnProperty',
			'__defineGetter__',
			'getPrototypeOf',
			'globalThis',
		],
		...['constructors', 'constructorName'],
	])('a name with a meaning of its own: %s', (name) => {
		for (const step of [`.${name}`, `["${name}"]`, `['${name}']`, `.data.${name}`]) {
			expect(plainReference(`={{ $json${step} }}`)).toBeUndefined();
		}
	});

	it('a name that a dot and "constructor" are part of', () => {
		expect(plainReference('={{ $json["a.constructor"] }}')).toBeUndefined();
	});
});

describe('a plain reference leads to', () => {
	it.each(['text', '', 0, -0, 1.5, NaN, Infinity, true, false])('%p', (value) => {
		expect(readPlainReference({ a: { b: value } }, ['a', 'b'])).toBe(value);
		expect(readPlainReference({ list: [{}, value] }, ['list', 1])).toBe(value);
	});

	it('a field of an object without a prototype', () => {
		const json = Object.assign(Object.create(null) as object, { email: 'ada@example.com' });
		expect(readPlainReference(json, ['email'])).toBe('ada@example.com');
	});
});

describe('the evaluator is asked where a plain reference leads to', () => {
	class Contact {
		email = 'ada@example.com';
	}

	it.each<[string, unknown, Array<string | number>]>([
		['nothing', {}, ['email']],
		['nothing, a step before', {}, ['contact', 'email']],
		['null', { email: null }, ['email']],
		['a step below null', { contact: null }, ['contact', 'email']],
		['a character of a text', { email: 'ada' }, ['email', 0]],
		['the length of a text', { email: 'ada' }, ['email', 'length']],
		['the length of a list', { list: [1] }, ['list', 'length']],
		['an index as text', { list: [1] }, ['list', '0']],
		['an index beyond the list', { list: [1] }, ['list', 1]],
		['a gap in a list', { list: new Array<number>(2) }, ['list', 1]],
		['a name in a list', { list: Object.assign([1], { name: 'x' }) }, ['list', 'name']],
		['an inherited property', Object.create({ email: 'x' }), ['email']],
		['a method that all lists have', { list: [1] }, ['list', 'at']],
		['an object', { contact: { email: 'x' } }, ['contact']],
		['a list', { list: [1] }, ['list']],
		['a date', { at: new Date(0) }, ['at']],
		['a function', { email: () => 'x' }, ['email']],
		['a bigint', { id: 1n }, ['id']],
		['a symbol', { id: Symbol('id') }, ['id']],
		['a field of a date', { at: Object.assign(new Date(0), { email: 'x' }) }, ['at', 'email']],
		['a field of an instance of a class', { contact: new Contact() }, ['contact', 'email']],
		['an item that is none', undefined, ['email']],
	])('%s', (_, json, path) => {
		expect(readPlainReference(json, path)).toBeUndefined();
	});

	it('a getter, which is not called', () => {
		const get = jest.fn(() => 'ada@example.com');
		const json = Object.defineProperty({}, 'email', { get, enumerable: true });
		expect(readPlainReference(json, ['email'])).toBeUndefined();
		expect(get).not.toHaveBeenCalled();
	});
});
