import { retryAfter } from '../../../nodes/runtime/response/parse';
import { response } from '../../support/reader';
import { outcomes } from '../../support/refusal';

const wait = (header?: string) => retryAfter(response(429, {}, { 'retry-after': header }));

it('Retry-After is a number of seconds or a date, a day at most; else it has no meaning', () => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-05-01T09:30:00Z'));
	const headers = [
		...['0', ' 120 ', '86400', 'Fri, 01 May 2026 09:30:07 GMT', 'Fri, 01 May 2026 09:29:00 GMT'],
		...['Sat, 02 May 2026 09:30:00 GMT', 'Sat, 02 May 2026 09:30:01 GMT', '86401', 'soon', '-1'],
		...['120 s', '3s', '+1', '1.5', '1.', '.5', '1.5.1', '1e3', '0x10', '99999999999999999999'],
		...['', ' ', undefined],
	];
	expect(outcomes(wait, headers)).toMatchSnapshot();
	jest.restoreAllMocks();
});
