import { DateTime } from 'luxon';

import { InvalidInput } from '../../../nodes/runtime/input/InvalidInput';
import { keyMask } from '../../../nodes/runtime/input/keyMask';
import {
	isEmpty,
	nameText,
	optionalText,
	personsName,
	required,
	requiredText,
} from '../../../nodes/runtime/input/text';
import { outcomes, refusalOf } from '../../support/refusal';

const name = { name: 'eventName', displayName: 'Event Name' };
const optional = (value: unknown) => optionalText(value, name);
const text = (value: unknown) => requiredText(value, name);
const asName = (value: unknown) => required(nameText)(value, name);
const none = ['', '  \n', null, undefined];
/** The texts between the bars of a template. */
const listOf = (texts: string) => texts.trim().split(/\s*\|\s+/);

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
		expect(outcomes<unknown>(text, [' a ', ...none])).toMatchSnapshot();
		expect(refusalOf(() => text({})).parameter).toBe('eventName');
	});

	it('with the trace of a failed expression is refused, exactly so written (D1, I4)', () => {
		const traces = ['undefined', 'null', 'NaN', 'welcome_undefined', 'undefined-1', 'null null'];
		const names = ['Null', 'Jennifer Null', 'nan', 'Undefined', 'undefinedé', '2undefined'];
		const objects = ['a[object Object]b', '[object object]'];
		const texts = [...traces, ...names, ...objects, 'a undefinedb, undefined'];
		expect(outcomes<unknown>(text, texts)).toMatchSnapshot();
	});

	it('with a text of an expression, or a half of one, is refused (D1, I4)', () => {
		const unevaluated = [
			'{{ $json.name }}',
			'{{$json.name}}',
			'={{ $json.name }}',
			'{{first_name}}',
		];
		const halves = ['{{', 'name }}', 'Hi {{ $json', '{{ $json.tags.join("'];
		const names = ['{Anna}', '{ {a} }', '$json.name', '=Anna', '*|FNAME|*', '[[name]]', '%NAME%'];
		expect(outcomes<unknown>(text, [...unevaluated, ...halves, ...names])).toMatchSnapshot();
	});

	it("with a spreadsheet's error is refused, in each of eight languages (D1, I4)", () => {
		const errors = `
			#N/A | #REF! | #VALUE! | #NAME? | #ERROR! | #DIV/0! | #NUM! | #NULL! | #SPILL! | #CALC! |
			#FIELD! | #GETTING_DATA | Anna #REF! | #N/A#N/A | Anna#N/A | #NV | #N/D! | #BEZUG! | #WERT! |
			#ZAHL! | #¡REF! | #¡VALOR! | #¿NOMBRE? | #¡DIV/0! | #¡NUM! | #VALEUR! | #NOM? | #N/D | #RIF! |
			#NOME? | #NÚM! | #N/B | #VERW! | #NAAM? | #GETAL! | #ADR! | #ARG! | #NAZWA? | #DZIEL/0!`;
		for (const error of listOf(errors))
			expect(refusalOf(() => text(error)).message).toContain('failed');
		const names = listOf(`
			C# | F#! | #1 Fan | #1! | No. #1? | #Anna! | #SALE! | #NVIDIA | #N/Ayla | #REF | N/A | n/a |
			REF! | NULL! | Value! | #name? | # REF! | Loading... | A/B #2`);
		expect(names.map(text)).toEqual(names);
	});

	it('has no half of a character, wherever it was cut (I4)', () => {
		const halves = ['Anna Maria \ud83c', '\udf89 Anna', 'An\ud83dna', '\udf89\ud83c', ' \ud83c '];
		const whole = ['🎉', '👩‍🚀', '𝒜nna', '\ufffd', '\\ud83c', '\ue000'];
		expect(halves.map(optional)).toEqual(['Anna Maria', 'Anna', 'Anna', '', '']);
		expect(whole.map(optional)).toEqual(whole);
		expect(refusalOf(() => text('\ud83c')).message).toContain('is empty');
		// The half parted a trace.
		expect(refusalOf(() => text('unde\ud83cfined')).message).toContain('undefined');
	});

	it("of a person's name is on one line, its other spaces kept (I4)", () => {
		const onOneLine = (value: unknown) => personsName(value, name);
		for (const space of ['\n', '\t', ' \r\n\t ', '\u2028', '\v'])
			expect(onOneLine(`Anna${space}Maria\n`)).toBe('Anna Maria');
		const spaced = ['Anna  Maria', '山田\u3000太郎', 'M.\u00a0Dupont', 'نیم\u200cفاصله', ''];
		expect(spaced.map(onOneLine)).toEqual(spaced);
		for (const trace of [NaN, 'null', 'Anna\nundefined']) {
			expect(refusalOf(() => onOneLine(trace)).parameter).toBe('eventName');
		}
	});

	it('of any kind is read without delay', () => {
		for (const part of ['#', '{', '#N', '[object O', '\t ', ' ', '\ud83c', 'undefine', '#¡REF']) {
			const text = part.repeat(1_000_000 / part.length);
			const before = process.cpuUsage();
			try {
				personsName(`a${text.slice(2)}b`, name);
			} catch (error) {
				expect(error).toBeInstanceOf(InvalidInput);
			}
			expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
		}
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

it('empty is no value, and no text (Q3)', () => {
	expect(['', null, undefined].every(isEmpty)).toBe(true);
	expect([0, false, ' ', [], {}, NaN].some(isEmpty)).toBe(false);
});
