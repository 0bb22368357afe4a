import { DateTime } from 'luxon';

import { optionalFutureTime } from '../../../nodes/runtime/input/dateTime';
import { outcomes } from '../../support/refusal';

const name = { name: 'scheduledAt', displayName: 'Scheduled At' };

/** A day with these times. */
const at = (...times: string[]) => times.map((time) => `2030-01-31${time}`);

describe('a time (I5)', () => {
	afterEach(() => jest.restoreAllMocks());

	const tokyo = DateTime.fromISO('2030-01-31T09:30', { zone: 'Asia/Tokyo', locale: 'en-US' });
	const unknown = DateTime.invalid('unparsable');

	it.each<[zone: string, values: unknown[]]>([
		[
			'Europe/Berlin',
			[
				...at('T09:30:00', ' 09:30:15', 'T09:30:00.5', 'T09:30:00,25', 't09:30z', ' 09:30:00Z'),
				...at('T09:30:00+02:00', 'T09:30:00.123-0530', 'T09:30+02', 'T09:30:00+14:00', '\n'),
				...[...at('T09:30:00.123456789Z'), ' 2030-07-31T09:30', '2028-02-29T00:00:00Z'],
				...[tokyo, new Date('2030-01-31T09:30:00Z'), '', null, undefined],
			],
		],
		[
			'UTC',
			[
				...['soon', 'soon 1', 'soon 2030-01-31', ' ', 'x2030-01-31', '2030-01-31 (x)', '2030'],
				...['2030-02-30', '2030-02-29T00:00:00Z', '2030-13-01', '0001-13-01', '2030-00-10'],
				...['2030-01-00', '31.01.2030', '01/31/2030', '9999-12-31T23:59:00-05:00', unknown],
				...at('T', 'T9:30', 'T25:00', 'T09:60', ' 09:30 PM', 'T09:30:00Zx'),
				...at('T09:30:00.1234567890', 'T09:30+99:99', 'T09:30+15:00', 'T09:30-09:60'),
				...[2030, 1893456000000, true, {}, ['2030-01-31'], /2030/, new String('2030-01-31')],
				new Date(NaN),
			],
		],
		['Europe/Nowhere', [...at('T09:30', 'soon', 'T09:30Z'), '']],
	])(
		'is read in the timezone %s unless it has an offset, and is not guessed at',
		(zone, values) => {
			jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2028-01-01'));
			expect(outcomes((value) => optionalFutureTime(value, zone, name), values)).toMatchSnapshot();
		},
	);

	it('may lie a minute in the past, and no more', () => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2030-01-31T09:31:00Z'));
		const future = (value: string) => optionalFutureTime(value, 'UTC', name);
		expect(outcomes(future, [...at('T09:30:00Z', 'T09:29:59.999Z'), ''])).toMatchSnapshot();
	});

	it('in the past is refused, and shown in UTC', () => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2030-01-31T09:31:00Z'));
		const future = (value: unknown) => optionalFutureTime(value, 'Europe/Berlin', name);
		const values = [...at('T10:28', ' 09:00:00Z', 'T09:00:00-0100', ''), new Date('2029-12-31')];
		expect(outcomes(future, values)).toMatchSnapshot();
	});
});
