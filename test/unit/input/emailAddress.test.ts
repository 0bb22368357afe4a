import { isEmailAddress, optionalEmailAddress } from '../../../nodes/runtime/input/emailAddress';
import { outcomes } from '../../support/refusal';

const name = { name: 'email', displayName: 'Email' };

it('an email address is local@domain, both filled, the domain with a dot, and nothing that separates several (I2)', () => {
	const good = ['a@b.co', "hannah.o'neill+news@mail.example.co.uk", 'zoë@exämple.org', '"a"@b.c'];
	const bad = [
		...['a@', '@b.c', 'a', 'a@b', 'a b@c.d', 'a@b.c\td', 'a@b.c@d.e', '"a@b.c"', "'a@b.c'"],
		...[...',;<>():'].flatMap((sign) => [`a${sign}@b.c`, `a@b.c${sign}d`]),
		...['{a@b.c}', '[a@b.c]', 'a@b.', 'a@b.c.', 'a@.b', 'a@b..c'],
	];
	expect([...good, ...bad, ' a@b.c', 'a@b.c ', ''].filter(isEmailAddress)).toEqual(good);
	const check = (value: unknown) => optionalEmailAddress(value, name);
	const marked = '\u200b\u202a a@b.co\u00ad\u202c\ufeff';
	const given = [...good, ' a@b.co\n', marked, ...bad, '', ' ', '\u200b', null];
	expect(outcomes<unknown>(check, given)).toMatchSnapshot();
});
