import { DateTime } from 'luxon';

import {
	isEmpty,
	optionalText,
	requiredText,
	withoutEmpty,
} from '../../../nodes/Messenger/input/text';
import { refusalOf } from '../../support/refusal';

const name = { name: 'eventName', displayName: 'Event Name' };

describe.each([
	['optional', optionalText],
	['required', requiredText],
])('%s text', (_, text) => {
	it.each([
		['welcome', 'welcome'],
		['  welcome message\n', 'welcome message'],
		[0, '0'],
		[1042, '1042'],
		[false, 'false'],
		[true, 'true'],
	])('takes %j as %j', (value, expected) => {
		expect(text(value, name)).toBe(expected);
	});

	it.each([
		[Number.NaN, 'NaN'],
		[Infinity, 'Infinity'],
		[new Date(NaN), 'Invalid Date'],
		[DateTime.invalid('unparsable'), 'Invalid DateTime'],
		// What n8n makes of one within a list.
		['Invalid DateTime', 'Invalid DateTime'],
	])('refuses what is no number and no date: %s', (value, shown) => {
		expect(refusalOf(() => text(value, name))).toEqual({
			parameter: 'eventName',
			message: `'Event Name' isn't text: ${shown}`,
			advice: 'Check what the expression returns.',
		});
	});

	it.each([[{}], [{ a: 1 }], [[]], [['a']], [new Date(0)]])(
		'refuses %j, which is no text',
		(value) => {
			expect(refusalOf(() => text(value, name))).toEqual({
				parameter: 'eventName',
				message: "'Event Name' isn't text",
				advice: 'Enter a single value, not an object or a list.',
			});
		},
	);
});

it.each([[''], ['  \n'], [null], [undefined]])(
	'%j is no text where text is optional, and refused where it is required',
	(value) => {
		expect(optionalText(value, name)).toBe('');
		expect(refusalOf(() => requiredText(value, name))).toEqual({
			parameter: 'eventName',
			message: "'Event Name' is empty",
			advice: 'Enter a value, or check that the expression returns one.',
		});
	},
);

it('may have a million characters, and no more', () => {
	const text = 'x'.repeat(1_000_000);
	expect(optionalText(text, name)).toBe(text);
	expect(refusalOf(() => optionalText(`${text}x`, name))).toEqual({
		parameter: name.name,
		message: `'${name.displayName}' is longer than 1,000,000 characters`,
		advice: 'Check what the expression returns.',
	});
});

describe('fields without the empty ones', () => {
	it('leaves out what was left empty, and keeps the others in their order', () => {
		const left = { a: '', b: null, c: undefined };
		const fields = { z: 'last', ...left, d: 0, e: false, f: ' ', g: [], h: {} };
		const kept = withoutEmpty<unknown>(fields);
		expect(kept).toEqual({ z: 'last', d: 0, e: false, f: ' ', g: [], h: {} });
		expect(Object.keys(kept)).toEqual(['z', 'd', 'e', 'f', 'g', 'h']);
	});

	it('keeps a field named __proto__ as a field', () => {
		const kept = withoutEmpty(JSON.parse('{"__proto__":"text"}') as Record<string, string>);
		expect(JSON.stringify(kept)).toBe('{"__proto__":"text"}');
	});
});

it.each([
	['', true],
	[null, true],
	[undefined, true],
	[' ', false],
	[0, false],
	[false, false],
	[[], false],
])('%j is empty: %s', (value, empty) => {
	expect(isEmpty(value)).toBe(empty);
});
