import { excerpt, refuse } from '../../../nodes/runtime/input/InvalidInput';
import { keyMask, unmasked } from '../../../nodes/runtime/input/keyMask';
import { outcomes, refusalOf } from '../../support/refusal';

const field = { name: 'eventCode', displayName: 'Event Code' };

it('a refusal names the parameter as it is stored and as the editor shows it, and which of several', () => {
	const check = (which?: string) => () => refuse({ ...field, which }, 'is odd', 'Even it.');
	const refusal = { parameter: 'eventCode', message: "'Event Code' is odd", advice: 'Even it.' };
	expect(refusalOf(check())).toEqual(refusal);
	expect(refusalOf(check('of row 2')).message).toBe("'Event Code' of row 2 is odd");
	expect(check()).toThrow('Invalid input: eventCode');
});

it('a refusal hides the key in a value, and never in its own words (C5, C6)', () => {
	const name = { name: 'key', displayName: 'key' };
	const check = () => refuse(name, "isn't the key", 'No key.', { quoted: 'a key' });
	const { message, advice } = refusalOf(check, keyMask('key'));
	expect(message).toBe(`'key' isn't the key: "a [API key]"`);
	expect(advice).toBe('No key.');
});

it('a value is shown on one line, and in 60 characters', () => {
	const circle: Record<string, unknown> = {};
	circle.self = circle;
	const values = ['a\n\t b', '', 12, null, undefined, { a: 1 }, [1, 'b'], new Date(0)];
	const shown = (value: unknown) => excerpt(value, unmasked);
	expect(outcomes<unknown>(shown, [...values, circle, [circle]])).toMatchSnapshot();
	expect(shown('x'.repeat(60))).toBe('x'.repeat(60));
	expect(shown('x'.repeat(61))).toBe(`${'x'.repeat(60)}…`);
});
