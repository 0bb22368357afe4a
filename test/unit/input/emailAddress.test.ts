import {
	isEmailAddress,
	optionalEmailAddress,
	requiredEmailAddress,
} from '../../../nodes/runtime/input/emailAddress';
import { outcomes, refusalOf } from '../../support/refusal';

const name = { name: 'email', displayName: 'Email' };

it('an email address is local@domain, both filled, without white space or what separates several (I2)', () => {
	const good = ['a@b', "hannah.o'neill+news@mail.example.co.uk", 'zoë@exämple.org', '"a"@b.c'];
	const bad = ['a@', '@b', '@', 'a', 'a b@c', 'a@b c', 'a@b\tc', 'a@b@c', 'a\n@b'].concat(
		[...',;<>():'].flatMap((sign) => [`a${sign}@b`, `a@b${sign}c`]),
		['"a@b"', "'a@b'", '["a@b"]', '{a@b}', '[a@b]', 'a@b.', 'a@.b', 'a@b..c'],
	);
	expect([...good, ...bad, ' a@b', 'a@b ', ''].filter(isEmailAddress)).toEqual(good);
	const check = (value: unknown) => optionalEmailAddress(value, name);
	const marked = '\u200b\u202a a@b\u00ad\u202c\ufeff';
	const given = [...good, ' a@b\n', marked, ...bad, '', ' ', '\u200b', null];
	expect(outcomes<unknown>(check, given)).toMatchSnapshot();
});

it('an email address may be missing only where it is optional (I3)', () => {
	expect(requiredEmailAddress(' a@b\n', name)).toBe('a@b');
	for (const value of ['', ' ', undefined, null, 'a']) {
		expect(refusalOf(() => requiredEmailAddress(value, name)).parameter).toBe('email');
	}
});
