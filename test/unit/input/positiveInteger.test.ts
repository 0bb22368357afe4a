import { positiveInteger } from '../../../nodes/Messenger/input/positiveInteger';
import { refusalOf } from '../../support/refusal';

const name = { name: 'limit', displayName: 'Limit' };

describe('a count', () => {
	it.each([
		[1, 1],
		[50, 50],
		['1', 1],
		[' 20 ', 20],
	])('may be %j', (value, count) => {
		expect(positiveInteger(value, name)).toBe(count);
	});

	it.each([
		[0, '"0"'],
		[-1, '"-1"'],
		[1.5, '"1.5"'],
		[NaN, '"NaN"'],
		[Infinity, '"Infinity"'],
		['', '""'],
		[' ', '" "'],
		['0', '"0"'],
		['ten', '"ten"'],
		[true, '"true"'],
		[null, '"null"'],
		[undefined, '"undefined"'],
		[[1], '"[1]"'],
	])('may not be %p', (value, shown) => {
		expect(refusalOf(() => positiveInteger(value, name))).toEqual({
			parameter: 'limit',
			message: `'Limit' isn't a whole number of at least 1: ${shown}`,
			advice: 'Enter 1 or more.',
		});
	});
});
