import { optionalEmailAddress } from '../../../nodes/runtime/input/emailAddress';
import { keyMask } from '../../../nodes/runtime/input/keyMask';
import { leftOutOf, readOrRefusal } from '../../../nodes/runtime/input/leftOut';
import { readPhoneNumber } from '../../../nodes/runtime/input/phoneNumber';
import { refusalOf } from '../../support/refusal';

const name = { name: 'email', displayName: 'Email' };
const email = (value: unknown) => readOrRefusal(optionalEmailAddress, value, name);

it.each([true, {}, [], NaN, 'Invalid DateTime', new Date(0), 'x'.repeat(1_000_001)])(
	'%j is no text, and is refused (I4)',
	(value) => {
		expect(refusalOf(() => email(value)).parameter).toBe('email');
	},
);

it('a wrong setting and a defect are no malformed value', () => {
	const parameter = { name: 'country', displayName: 'Country' };
	const country = { value: 'Nowhere', parameter };
	const readNumber = (value: unknown) => readPhoneNumber(value, name, country);
	const read = () => readOrRefusal(readNumber, '0151 23456789', name);
	expect(refusalOf(read).parameter).toBe('country');
	const defect = () => {
		throw new TypeError('A defect');
	};
	expect(() => readOrRefusal(defect, 'a', name)).toThrow('A defect');
});

it('an output says of each malformed value why it is not sent, without the key (C5)', () => {
	const key = 'key-of-service';
	const leftOut = leftOutOf([
		['email', email(`${key}@`)],
		['number', '+14155550123'],
	]);
	expect(leftOut?.(keyMask(key))).toEqual({
		email: `'Email' isn't a valid email address: "[API key]@"`,
	});
	expect(leftOutOf([['email', 'a@b.co']])).toBeUndefined();
});
