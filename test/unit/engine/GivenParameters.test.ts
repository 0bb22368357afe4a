import type { INodeParameters } from 'n8n-workflow';

import type { Check, Parameter } from '../../../nodes/runtime/engine/Parameter';
import { ParameterReader } from '../../../nodes/runtime/engine/ParameterReader';
import { optionalEmailAddress } from '../../../nodes/runtime/input/emailAddress';
import { refuse } from '../../../nodes/runtime/input/InvalidInput';
import { keyMask, unmasked } from '../../../nodes/runtime/input/keyMask';
import { leftOutColumn } from '../../../nodes/runtime/node/checkItems';
import { givenParameters } from '../../support/givenParameters';
import { refusalOf } from '../../support/refusal';
import { startN8n } from '../../support/startN8n';

const parameter = (name: string, check?: Check, more: Partial<Parameter> = {}): Parameter => ({
	...{ name, displayName: name, type: 'string', default: '', check },
	...more,
});
const checked = (parameters: Parameter[], stored: object) =>
	givenParameters(parameters, stored as INodeParameters).checked();

const email = parameter('email', optionalEmailAddress, { leftOutAs: 'mail' });

it('an output says of each malformed value why it is not sent (D1)', () => {
	const { values, leftOut } = checked([email, parameter('name')], { email: 'a@', name: 'Ana' });
	expect(values).toEqual({ body: {}, query: {}, name: 'Ana' });
	const why = `'email' isn't a valid email address: "a@"`;
	expect(leftOutColumn(leftOut, unmasked)).toEqual({ left_out: { mail: why } });
	expect(leftOutColumn(checked([email], { email: 'a@b.co' }).leftOut, unmasked)).toBeUndefined();
});

it('an output says so without the key (C5)', () => {
	const { leftOut } = checked([email], { email: 'key-of-service@' });
	const why = `'email' isn't a valid email address: "[API key]@"`;
	expect(leftOutColumn(leftOut, keyMask('key-of-service'))).toEqual({ left_out: { mail: why } });
});

it('of a form with rows, it says in which', () => {
	const sent = { routing: { send: { type: 'body', property: '=people[{{$index}}].mail' } } };
	const values = [{ ...email, ...sent }] as Parameter[];
	const options = [{ name: 'person', displayName: 'Person', values }];
	const people = parameter('people', undefined, { type: 'fixedCollection', options });
	const person = ['a@b.co', 'a@', ''].map((mail) => ({ email: mail }));
	const read = checked([people], { people: { person } });
	expect(read.values.body).toEqual({ people: [{ mail: 'a@b.co' }] });
	const why = `'email' of person 2 isn't a valid email address: "a@"`;
	expect(leftOutColumn(read.leftOut, unmasked)).toEqual({ left_out: [{ person: 2, mail: why }] });
});

it.each([true, {}, ['a'], NaN, 'Invalid DateTime', new Date(0), 'x'.repeat(1_000_001)])(
	'%j is no text, and is refused (I4)',
	(value) => {
		expect(refusalOf(() => checked([email], { email: value })).parameter).toBe('email');
	},
);

it('a wrong setting and a defect are no malformed value', () => {
	const wrong = () => refuse({ name: 'country', displayName: 'Country' }, 'is wrong', 'Look.');
	const number = parameter('number', wrong, { leftOutAs: 'number' });
	expect(refusalOf(() => checked([number], { number: '1' })).parameter).toBe('country');
	const defect = () => {
		throw new TypeError('A defect');
	};
	const odd = parameter('odd', defect, { leftOutAs: 'odd' });
	expect(() => checked([odd], { odd: '1' })).toThrow('A defect');
});

it('of values of which an expression chooses one, only that one is checked', () => {
	const never = () => refuse(parameter('b'), 'is checked', '');
	const shownFor = (kind: string) => ({ displayOptions: { show: { kind: [kind] } } });
	const all = [
		parameter('kind', () => 'a'),
		parameter('a', () => 'A', shownFor('a')),
		parameter('b', never, shownFor('b')),
	];
	// n8n shows both.
	expect(checked(all, { kind: '={{ $json.kind }}', a: 1, b: 2 }).values).toMatchObject({ a: 'A' });
});

describe('for three items a value is checked', () => {
	const other = parameter('other');
	it.each<[string, string, string, number]>([
		['once if its expression does not read the item', '={{ $now }}', '', 1],
		['once if it is no expression', 'text', '', 1],
		['once if it is the same for each', '={{ $json.same }}', '', 1],
		['each time if it is another one', '={{ $json.a }}', '', 3],
		['once if the one that its check needs is the same', 'text', '={{ $json.same }}', 1],
		['each time if the one that its check needs is another one', 'text', '={{ $json.a }}', 3],
	])('%s', (_, text, needed, times) => {
		const n8n = startN8n();
		n8n.items = [1, 2, 3].map((a) => ({ a, same: 'text' }));
		n8n.parameters = { text, other: needed };
		const check = jest.fn<unknown, Parameters<Check>>((value, _, given) => given.needed || value);
		const parameters = [parameter('text', check, { needs: other }), other];
		const reader = new ParameterReader(n8n.context, parameters, { isTool: false });
		const texts = n8n.items.map((_, index) => reader.read(index).checked().values.text);
		expect(check).toHaveBeenCalledTimes(times);
		if (times === 3) expect(texts).toEqual([1, 2, 3]);
	});
});
