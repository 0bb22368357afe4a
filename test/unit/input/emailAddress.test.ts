import {
	isEmailAddress,
	optionalEmailAddress,
	requiredEmailAddress,
} from '../../../nodes/Messenger/input/emailAddress';
import { refusalOf } from '../../support/refusal';

const name = { name: 'email', displayName: 'Email' };

describe('an email address', () => {
	it.each([
		'a@b',
		'nathan@example.com',
		"hannah.o'neill+news@mail.example.co.uk",
		'zoë@exämple.org',
		'"quoted"@example.com',
	])('may be %s', (address) => {
		expect(isEmailAddress(address)).toBe(true);
		expect(requiredEmailAddress(address, name)).toBe(address);
		expect(optionalEmailAddress(address, name)).toBe(address);
	});

	it.each(['a@', '@b', '@', 'a', 'a b@c', 'a@b c', 'a@b\tc', 'a@b@c', 'a\n@b'])(
		'may not be %j',
		(address) => {
			expect(isEmailAddress(address)).toBe(false);
			const refusal = {
				parameter: 'email',
				message: `'Email' isn't a valid email address: ${JSON.stringify(address).replace(/\\[nt]/, ' ')}`,
				advice: 'Enter one address in the form name@domain, e.g. nathan@example.com.',
			};
			expect(refusalOf(() => requiredEmailAddress(address, name))).toEqual(refusal);
			expect(refusalOf(() => optionalEmailAddress(address, name))).toEqual(refusal);
		},
	);

	it('is taken without the white space around it', () => {
		expect(requiredEmailAddress(' nathan@example.com ', name)).toBe('nathan@example.com');
	});

	it.each([[''], ['  '], [undefined], [null]])(
		'may be missing as %j only where it is optional',
		(value) => {
			expect(optionalEmailAddress(value, name)).toBe('');
			expect(refusalOf(() => requiredEmailAddress(value, name)).message).toBe("'Email' is empty");
		},
	);

	it('is no address with white space in it, even around it', () => {
		expect(isEmailAddress(' a@b')).toBe(false);
		expect(isEmailAddress('a@b ')).toBe(false);
		expect(isEmailAddress('')).toBe(false);
	});
});
