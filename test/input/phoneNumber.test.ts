import {
	optionalPhoneNumber,
	requiredPhoneNumber,
	withoutSpaces,
} from '../../nodes/Messenger/input/phoneNumber';
import { refusalOf } from '../support/refusal';

const name = { name: 'fromNumber', displayName: 'From Number' };

describe('a phone number', () => {
	it.each([
		['+1234567', 'the fewest digits, 7'],
		['+123456789012345', 'the most digits, 15'],
		['+91234567', 'a first digit of 9'],
		['+14155550123', 'a number without spaces'],
		['+1 415 555 0123', 'single spaces between groups'],
		['+1 2 3 4 5 6 7', 'groups of one digit'],
		['+1 2 3 4 5 6 7 8 9 0 1 2 3 4 5', '15 digits, not counting the spaces'],
	])('may be %s: %s', (value) => {
		expect(requiredPhoneNumber(value, name)).toBe(value);
	});

	it('is taken without the white space around it', () => {
		expect(requiredPhoneNumber(' +14155550123\n', name)).toBe('+14155550123');
	});

	it.each([
		['14155550123', 'no plus'],
		['+123456', '6 digits'],
		['+1234567890123456', '16 digits'],
		['+04155550123', 'a first digit of 0'],
		['+', 'nothing but the plus'],
		['+ 14155550123', 'a space after the plus'],
		['+1  4155550123', 'two spaces together'],
		['+1\t4155550123', 'a tab'],
		['+1-415-555-0123', 'dashes'],
		['+1 (415) 555', 'brackets'],
		['++14155550123', 'two pluses'],
		['+1415555a123', 'a letter'],
		['x+14155550123', 'text before it'],
		['+14155550123x', 'text after it'],
		['+١٤١٥٥٥٥٠', 'digits of another script'],
	])('may not be %j: %s', (value) => {
		expect(refusalOf(() => requiredPhoneNumber(value, name))).toEqual({
			parameter: 'fromNumber',
			message: `'From Number' isn't a valid phone number: ${JSON.stringify(value).replace('\\t', ' ')}`,
			advice:
				'Enter "+", the country code and the number, 7 to 15 digits in all, e.g. +14155550123.',
		});
	});

	it('may not be a number without its plus, which an expression may give', () => {
		expect(refusalOf(() => requiredPhoneNumber(14155550123, name)).message).toBe(
			`'From Number' isn't a valid phone number: "14155550123"`,
		);
	});

	it('may be missing where it is optional', () => {
		expect(optionalPhoneNumber(' ', name)).toBe('');
		expect(optionalPhoneNumber(undefined, name)).toBe('');
	});

	it('may not be missing where it is required', () => {
		expect(refusalOf(() => requiredPhoneNumber('', name)).message).toBe("'From Number' is empty");
	});

	it('is checked where it is optional', () => {
		expect(refusalOf(() => optionalPhoneNumber('123', name)).message).toBe(
			`'From Number' isn't a valid phone number: "123"`,
		);
	});
});

it('has no spaces where it is compared or is the sender', () => {
	expect(withoutSpaces('+1 415 555 0123')).toBe('+14155550123');
});
