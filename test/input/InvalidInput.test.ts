import { InvalidInput, quoted, refuse } from '../../nodes/Messenger/input/InvalidInput';
import { refusalOf } from '../support/refusal';

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
		expect(new InvalidInput('a', "'A' is odd", 'Even it.')).toBeInstanceOf(Error);
	});
});

describe('a value in a message', () => {
	it.each([
		['soon', '"soon"'],
		['', '""'],
		['a\n\t b', '"a  b"'],
		[12, '"12"'],
		[true, '"true"'],
		[null, '"null"'],
		[undefined, '"undefined"'],
		[{ a: 1 }, '"{"a":1}"'],
		[[1, 'b'], '"[1,"b"]"'],
		[new Date(0), '"1970-01-01T00:00:00.000Z"'],
		[`😀${'a'.repeat(60)}`, `"😀${'a'.repeat(58)}…"`],
		[`${'a'.repeat(59)}😀`, `"${'a'.repeat(59)}…"`],
	])('%j is shown as %s', (value, shown) => {
		expect(quoted(value)).toBe(shown);
	});

	it('that contains itself is shown without its content', () => {
		const circle: Record<string, unknown> = {};
		circle.self = circle;
		expect(quoted(circle)).toBe('"{…}"');
		expect(quoted([circle])).toBe('"[…]"');
	});

	it('is shown whole with 60 characters, and cut after them', () => {
		expect(quoted('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`);
		expect(quoted('x'.repeat(61))).toBe(`"${'x'.repeat(60)}…"`);
	});
});
