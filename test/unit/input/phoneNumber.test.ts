import { keyMask } from '../../../nodes/runtime/input/keyMask';
import { optionalPhoneNumber, requiredPhoneNumber } from '../../../nodes/runtime/input/phoneNumber';
import { outcomes, refusalOf } from '../../support/refusal';

const name = { name: 'fromNumber', displayName: 'Sender Number' };
const optional = (value: unknown) => optionalPhoneNumber(value, name);

/** White space, and invisible marks: the first and the last of each range that is dropped. */
const blanks =
	' \t\n\v\f\r\u00a0\u1680\u2000\u200a\u2028\u2029\u202f\u205f\u3000\ufeff' +
	'\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u202e\u2060\u2066\u2067\u2068\u2069';

describe('a phone number (I1)', () => {
	it('is sent as "+" and its digits, or refused with the reason', () => {
		const values = [
			...['+14155550123', '+1234567', '+123456789012345', '+1/2-3.4(5)678901234 5', '+91234567'],
			...[' + 1-415.555 0123\n', '+1 ((415)) .-- 5550123-', '+49 (030) 1234567', '', ' ', null],
			...['+49 171/39 2-00', '+49/171/3920001', `+1234567 ${'-'.repeat(92)}`],
			...['14155550123', 14155550123, '(415) 555-0123', '123', '0171 3920001'],
			...['0049 171 3920001', '(00)49 171 3920001'],
			...['+49 (0) 171 3920001', '+49(-0)3012345', '+49 ( 0 ) 171'],
			...['+49 171 3920001/68', '+49 30/1234', '+49 30/12345/1234', '+14155550123/', '+0415555012'],
			...['+', '+123456', '+1 (2) 34-5.6', '+1234567890123456', '+49 171 3920001 / 30 1234'],
			...['+49 171 3920001 +49 171 3920002', '++14155550123', '+1415555*123', '-'],
			...['+1415555a123', 'tel:+14155550123', '+1415555é123', 'none', '+١٤١٥٥٥٥٠'],
			`+1234567${'-'.repeat(93)}`,
		];
		expect(outcomes<unknown>(optional, values)).toMatchSnapshot();
	});

	it('is sent without white space and marks of any kind', () => {
		const written = [...blanks].map((blank) => `${blank}+1${blank}415${blank}5550123${blank}`);
		expect([...new Set(written.map(optional))]).toEqual(['+14155550123']);
	});

	it('is refused in the words of the node, whatever the key (C6)', () => {
		expect(refusalOf(() => optional('call me'), keyMask('letters')).message).toContain('letters');
	});

	it('may be missing only where it is optional (I3)', () => {
		expect(requiredPhoneNumber('+1 4155550123', name)).toBe('+14155550123');
		for (const value of ['', ' ', null, undefined, '1']) {
			expect(refusalOf(() => requiredPhoneNumber(value, name)).parameter).toBe('fromNumber');
		}
	});
});
