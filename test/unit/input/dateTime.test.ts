import { DateTime } from 'luxon';

import { optionalDateTime, optionalFutureTime } from '../../../nodes/Messenger/input/dateTime';
import { refusalOf } from '../../support/refusal';

const name = { name: 'scheduledAt', displayName: 'Scheduled At' };
const inBerlin = (value: unknown) => optionalDateTime(value, 'Europe/Berlin', name);

describe('a time without an offset', () => {
	it.each([
		['2030-01-31T09:30:00', '2030-01-31T08:30:00.000Z'],
		['2030-07-31T09:30:00', '2030-07-31T07:30:00.000Z'],
		['2030-01-31T09:30', '2030-01-31T08:30:00.000Z'],
		['2030-01-31 09:30', '2030-01-31T08:30:00.000Z'],
		['2030-01-31 09:30:15', '2030-01-31T08:30:15.000Z'],
		['2030-01-31T09:30:00.5', '2030-01-31T08:30:00.500Z'],
		['2030-01-31T09:30:00,25', '2030-01-31T08:30:00.250Z'],
		['2030-01-31', '2030-01-30T23:00:00.000Z'],
		[' 2030-01-31\n', '2030-01-30T23:00:00.000Z'],
	])('%j is read in the timezone given, and is %s', (value, utc) => {
		expect(inBerlin(value)).toBe(utc);
	});

	it('is another moment in another timezone', () => {
		expect(optionalDateTime('2030-01-31T09:30:00', 'America/New_York', name)).toBe(
			'2030-01-31T14:30:00.000Z',
		);
	});
});

describe('a time with an offset', () => {
	it.each([
		['2030-01-31T09:30:00Z', '2030-01-31T09:30:00.000Z'],
		['2030-01-31t09:30z', '2030-01-31T09:30:00.000Z'],
		['2030-01-31 09:30:00Z', '2030-01-31T09:30:00.000Z'],
		['2030-01-31T09:30:00+02:00', '2030-01-31T07:30:00.000Z'],
		['2030-01-31T09:30:00.123-0530', '2030-01-31T15:00:00.123Z'],
		['2030-01-31T09:30+02', '2030-01-31T07:30:00.000Z'],
		['2030-01-31T23:30:00-05:00', '2030-02-01T04:30:00.000Z'],
		['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
		['2030-01-31T09:30:00+14:00', '2030-01-30T19:30:00.000Z'],
		['2030-01-31T09:30:00.123456789Z', '2030-01-31T09:30:00.123Z'],
	])('%j is that moment, whatever the timezone: %s', (value, utc) => {
		expect(inBerlin(value)).toBe(utc);
	});

	it('may be a date object, as an expression gives it', () => {
		expect(inBerlin(new Date('2030-01-31T09:30:00Z'))).toBe('2030-01-31T09:30:00.000Z');
		expect(inBerlin(DateTime.fromISO('2030-01-31T09:30:00', { zone: 'Asia/Tokyo' }))).toBe(
			'2030-01-31T00:30:00.000Z',
		);
	});
});

it.each([[''], [null], [undefined]])('%j is no time at all', (value) => {
	expect(inBerlin(value)).toBe('');
});

describe('what is no date', () => {
	it.each([
		['soon', '"soon"'],
		['soon 1', '"soon 1"'],
		['2030-01-31T09:30:00+99:99', '"2030-01-31T09:30:00+99:99"'],
		['2030-01-31T09:30:00+15:00', '"2030-01-31T09:30:00+15:00"'],
		['2030-01-31T09:30:00-09:60', '"2030-01-31T09:30:00-09:60"'],
		['2030-01-31T09:30:00.1234567890', '"2030-01-31T09:30:00.1234567890"'],
		['soon 2030-01-31', '"soon 2030-01-31"'],
		[' ', '" "'],
		['2030-02-30', '"2030-02-30"'],
		['2030-02-29T00:00:00Z', '"2030-02-29T00:00:00Z"'],
		['2030-13-01', '"2030-13-01"'],
		['0001-13-01', '"0001-13-01"'],
		['2030-00-10', '"2030-00-10"'],
		['2030-01-00', '"2030-01-00"'],
		['2030-01-31T25:00', '"2030-01-31T25:00"'],
		['2030-01-31T09:60', '"2030-01-31T09:60"'],
		['2030-01-31T', '"2030-01-31T"'],
		['2030-01-31T9:30', '"2030-01-31T9:30"'],
		['2030-01-31 09:30 PM', '"2030-01-31 09:30 PM"'],
		['2030-01-31 (x)', '"2030-01-31 (x)"'],
		['2030-01-31T09:30:00Zx', '"2030-01-31T09:30:00Zx"'],
		['x2030-01-31', '"x2030-01-31"'],
		['31.01.2030', '"31.01.2030"'],
		['01/31/2030', '"01/31/2030"'],
		['2030', '"2030"'],
		['9999-12-31T23:59:00-05:00', '"9999-12-31T23:59:00-05:00"'],
		[2030, '"2030"'],
		[1893456000000, '"1893456000000"'],
		[true, '"true"'],
		[{}, '"{}"'],
		[['2030-01-31'], '"["2030-01-31"]"'],
		[/2030/, '"{}"'],
		[new String('2030-01-31'), '"2030-01-31"'],
		[new Date(NaN), '"null"'],
		[DateTime.invalid('unparsable'), '"null"'],
	])('%j is refused and not guessed at', (value, shown) => {
		expect(refusalOf(() => inBerlin(value))).toEqual({
			parameter: 'scheduledAt',
			message: `'Scheduled At' isn't a valid date: ${shown}`,
			advice:
				"Pick a date, or enter one in ISO 8601, e.g. 2030-01-31T09:30 in the workflow's timezone.",
		});
	});

	it('is a date without an offset where nobody knows the timezone of the workflow', () => {
		const inNowhere = (value: string) => optionalDateTime(value, 'Europe/Nowhere', name);
		for (const value of ['2030-01-31T09:30', 'soon']) {
			expect(refusalOf(() => inNowhere(value))).toEqual({
				parameter: 'scheduledAt',
				message:
					"'Scheduled At' can't be read, because the timezone of the workflow is unknown: \"Europe/Nowhere\"",
				advice: "Choose a timezone in the workflow's settings.",
			});
		}
		expect(inNowhere('2030-01-31T09:30Z')).toBe('2030-01-31T09:30:00.000Z');
		expect(inNowhere('')).toBe('');
	});
});

it('a time may lie a minute in the past, and no more', () => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2030-01-31T09:31:00Z'));
	const future = (value: unknown) => optionalFutureTime(value, 'UTC', name);
	expect(future('2030-01-31T09:30:00Z')).toBe('2030-01-31T09:30:00.000Z');
	expect(refusalOf(() => future('2030-01-31T09:29:59.999Z'))).toEqual({
		parameter: 'scheduledAt',
		message: `'Scheduled At' is in the past: "2030-01-31T09:29:59.999Z"`,
		advice: 'Enter a later time, or leave it empty to send at once.',
	});
	expect(future('')).toBe('');
	jest.restoreAllMocks();
});
