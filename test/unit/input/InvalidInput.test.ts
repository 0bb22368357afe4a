import { excerpt, InvalidInput, refuse, words } from '../../../nodes/Messenger/input/InvalidInput';
import { keyMask, unmasked } from '../../../nodes/Messenger/input/keyMask';
import { refusalOf } from '../../support/refusal';

describe('a refusal', () => {
	it('names the parameter as it is stored, and in its words as the editor shows it', () => {
		expect(
			refusalOf(() =>
				refuse({ name: 'eventCode', displayName: 'Event Code' }, 'is empty', 'Fill it.'),
			),
		).toEqual({ parameter: 'eventCode', message: "'Event Code' is empty", advice: 'Fill it.' });
	});

	it('says which of several', () => {
		const name = { name: 'email', displayName: 'Email', which: 'of recipient 2' };
		expect(refusalOf(() => refuse(name, 'is empty', 'Fill it.')).message).toBe(
			"'Email' of recipient 2 is empty",
		);
	});

	it('is an Error, so that it has a stack', () => {
		expect(new InvalidInput('a', words`'A' is odd`, words`Even it.`)).toBeInstanceOf(Error);
	});
});

it('has the key out of what comes from outside, and never out of its own words', () => {
	const name = { name: 'key', displayName: 'key' };
	const refusal = () =>
		refuse(name, words`isn't the key "${'a key'}"`, words`Not "${['key']}" key.`);
	expect(refusal).toThrow(InvalidInput);
	try {
		refusal();
	} catch (error) {
		const { problem, advice, message } = error as InvalidInput;
		expect(problem(keyMask('key'))).toBe(`'key' isn't the key "a [API key]"`);
		expect(advice(keyMask('key'))).toBe('Not "["[API key]"]" key.');
		expect(message).toBe('Invalid input: key');
	}
});

describe('a value in a message', () => {
	it.each([
		['soon', 'soon'],
		['', ''],
		['a\n\t b', 'a  b'],
		[12, '12'],
		[true, 'true'],
		[null, 'null'],
		[undefined, 'undefined'],
		[{ a: 1 }, '{"a":1}'],
		[[1, 'b'], '[1,"b"]'],
		[new Date(0), '1970-01-01T00:00:00.000Z'],
		[`😀${'a'.repeat(60)}`, `😀${'a'.repeat(58)}…`],
		[`${'a'.repeat(59)}😀`, `${'a'.repeat(59)}…`],
	])('%j is shown as %s', (value, shown) => {
		expect(excerpt(value, unmasked)).toBe(shown);
	});

	it('that contains itself is shown without its content', () => {
		const circle: Record<string, unknown> = {};
		circle.self = circle;
		expect(excerpt(circle, unmasked)).toBe('{…}');
		expect(excerpt([circle], unmasked)).toBe('[…]');
	});

	it('is shown whole with 60 characters, and cut after them', () => {
		expect(excerpt('x'.repeat(60), unmasked)).toBe(`${'x'.repeat(60)}`);
		expect(excerpt('x'.repeat(61), unmasked)).toBe(`${'x'.repeat(60)}…`);
	});
});
