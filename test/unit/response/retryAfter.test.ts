import { retryAfter } from '../../../nodes/runtime/response/retryAfter';
import { response } from '../../support/reader';
import { outcomes } from '../../support/refusal';

const wait = (header?: string, date?: string) =>
	retryAfter(response(429, {}, { 'retry-after': header, date }));

it('Retry-After is a number of seconds or a date, a day at most; else it has no meaning', () => {
	const headers = [
		...['0', ' 120 ', '86400', 'Fri, 01 May 2026 09:30:07 GMT', 'Fri, 01 May 2026 09:29:00 GMT'],
		...['Sat, 02 May 2026 09:30:00 GMT', 'Sat, 02 May 2026 09:30:01 GMT', '86401', 'soon', '-1'],
		...['120 s', '3s', '+1', '1.5', '1.', '.5', '1.5.1', '1e3', '0x10', '99999999999999999999'],
		...['', ' ', undefined],
		...['2026-05-01T09:30:07Z', 'Fri, 01 May 2026 09:30:07 CET', 'Fri, 99 May 2026 09:30:07 GMT'],
		...['Fri, 01 May 2026 09:30:07 GMT, or so', 'On Fri, 01 May 2026 09:30:07 GMT'],
		'Friday, 01-May-26 09:30:07 GMT',
	];
	const answered = 'Fri, 01 May 2026 09:30:00 GMT';
	expect(outcomes((header) => wait(header, answered), headers)).toMatchSnapshot();
});

it('a date is read against the clock of n8n where the response has none', () => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-05-01T09:30:05Z'));
	for (const date of [undefined, 'yesterday', '2026-05-01T09:30:00Z']) {
		expect(wait('Fri, 01 May 2026 09:30:07 GMT', date)).toBe(2000);
	}
	jest.restoreAllMocks();
});
