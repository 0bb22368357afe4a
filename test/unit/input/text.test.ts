import { DateTime } from 'luxon';

import { keyMask } from '../../../nodes/runtime/input/keyMask';
import {
	isEmpty,
	nameText,
	optionalText,
	requiredText,
	withoutEmpty,
} from '../../../nodes/runtime/input/text';
import { outcomes, refusalOf } from '../../support/refusal';

const name = { name: 'eventName', displayName: 'Event Name' };
const optional = (value: unknown) => optionalText(value, name);
const required = (value: unknown) => requiredText(value, name);
const asName = (value: unknown) => requiredText(value, name, nameText);
const none = ['', '  \n', null, undefined];

describe('text (I3, I4, I8)', () => {
	it('is a single value that JSON can hold, of a million characters', () => {
		const million = 'x'.repeat(1_000_000);
		const values = ['  welcome message\n', 0, 1042, false, true, million, `${million}x`, ...none];
		const invalid = [NaN, Infinity, new Date(NaN), DateTime.invalid('unparsable')];
		// n8n's text for an invalid date within a list.
		const others = [...invalid, 'Invalid DateTime', {}, { a: 1 }, [], ['a'], new Date(0)];
		expect(outcomes<unknown>(optional, [...values, ...others])).toMatchSnapshot();
	});

	it('may be missing only where it is optional', () => {
		expect(outcomes<unknown>(required, [' a ', ...none])).toMatchSnapshot();
		expect(refusalOf(() => required({})).parameter).toBe('eventName');
	});

	it('with the trace of a failed expression is refused, exactly so written (D1, I4)', () => {
		const traces = ['undefined', 'null', 'NaN', 'welcome_undefined', 'undefined-1', 'null null'];
		const names = ['Null', 'Jennifer Null', 'nan', 'Undefined', 'undefinedé', '2undefined'];
		const objects = ['a[object Object]b', '[object object]'];
		const texts = [...traces, ...names, ...objects, 'a undefinedb, undefined'];
		expect(outcomes<unknown>(required, texts)).toMatchSnapshot();
	});

	it('that is a name has no marks that nobody sees, but those that a script needs', () => {
		const marked = '\ufeffwel\u200bcome\u00ad\u2060\u200e\u200f\u202a\u202e\u2066\u2069\u061c';
		expect(asName(` ${marked} `)).toBe('welcome');
		expect(asName('\u0645\u06cc\u200c\u062e')).toContain('\u200c');
		for (const value of ['\u200b', 'null\u200b'])
			expect(refusalOf(() => asName(value)).parameter).toBe('eventName');
	});

	it('is refused in the words of the node, whatever the key (C6)', () => {
		const { message } = refusalOf(() => optional(() => 1), keyMask('function'));
		expect(message).toContain('a function');
	});
});

it('fields without the empty ones keep their order (Q3)', () => {
	const left = { a: '', b: null, c: undefined };
	const filled = { d: 0, e: false, f: ' ', g: [], h: {} };
	const kept = withoutEmpty<unknown>({ z: 'last', ...left, ...filled });
	expect(JSON.stringify(kept)).toBe(JSON.stringify({ z: 'last', ...filled }));
	expect([...Object.values(left), ...Object.values(filled)].filter(isEmpty)).toHaveLength(3);
});
