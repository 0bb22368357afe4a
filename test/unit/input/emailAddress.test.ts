import {
	isEmailAddress,
	optionalEmailAddress,
	requiredEmailAddress,
} from '../../../nodes/runtime/input/emailAddress';
import { outcomes, refusalOf } from '../../support/refusal';

const name = { name: 'email', displayName: 'Email' };

it('an email address is local@domain, both filled, without white space (I2)', () => {
	const good = ['a@b', "hannah.o'neill+news@mail.example.co.uk", 'zoë@exämple.org', '"a"@b.c'];
	const bad = ['a@', '@b', '@', 'a', 'a b@c', 'a@b c', 'a@b\tc', 'a@b@c', 'a\n@b'];
	expect([...good, ...bad, ' a@b', 'a@b ', ''].filter(isEmailAddress)).toEqual(good);
	const check = (value: unknown) => optionalEmailAddress(value, name);
	expect(outcomes<unknown>(check, [...good, ' a@b\n', ...bad, '', ' ', null])).toMatchSnapshot();
});

it('an email address may be missing only where it is optional (I3)', () => {
	expect(requiredEmailAddress(' a@b\n', name)).toBe('a@b');
	for (const value of ['', ' ', undefined, null, 'a']) {
		expect(refusalOf(() => requiredEmailAddress(value, name)).parameter).toBe('email');
	}
});
