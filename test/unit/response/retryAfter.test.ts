import { retryAfter } from '../../../nodes/Messenger/response/retryAfter';
import { response } from '../../support/reader';

const date = 'Fri, 01 May 2026 09:30:00 GMT';
const wait = (header: string | undefined, now: string | undefined = date) =>
	retryAfter(response(429, {}, { 'retry-after': header, date: now }));

it.each([
	['0', 0],
	['3', 3000],
	[' 120 ', 120_000],
	['86400', 86_400_000],
	['Fri, 01 May 2026 09:30:07 GMT', 7000],
	['Fri, 01 May 2026 09:30:00 GMT', 0],
	['Fri, 01 May 2026 09:29:00 GMT', 0],
	['Sat, 02 May 2026 09:30:00 GMT', 86_400_000],
])('%j, answered at 09:30, are %i ms', (header, milliseconds) => {
	expect(wait(header)).toBe(milliseconds);
});

it.each([['none'], ['yesterday'], ['2026-05-01T09:30:00Z']])(
	'a date is read against the clock of n8n where that of the response is %s',
	(now) => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-05-01T09:30:05Z'));
		const headers = {
			'retry-after': 'Fri, 01 May 2026 09:30:07 GMT',
			...(now !== 'none' && { date: now }),
		};
		expect(retryAfter(response(429, {}, headers))).toBe(2000);
		jest.restoreAllMocks();
	},
);

it.each([
	['120 s'],
	['3s'],
	['-1'],
	['+1'],
	['1.5'],
	['1e3'],
	['0x10'],
	['99999999999999999999'],
	['1777628400'],
	['86401'],
	['soon'],
	['2026-05-01T09:30:07Z'],
	['Fri, 01 May 2026 09:30:07 CET'],
	['Fri, 01 May 2026 09:30:07 GMT, or so'],
	['On Fri, 01 May 2026 09:30:07 GMT'],
	['Fri, 99 May 2026 09:30:07 GMT'],
	['Sat, 02 May 2026 09:30:01 GMT'],
	['Friday, 01-May-26 09:30:07 GMT'],
	['Fri May  1 09:30:07 2026'],
	[''],
	[' '],
	[undefined],
])('%j has no meaning: it is neither, or more than a day', (header) => {
	expect(wait(header)).toBeUndefined();
});
