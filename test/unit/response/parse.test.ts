import {
	dataArray,
	dataObject,
	parseBody,
	retryAfter,
	wholeBody,
} from '../../../nodes/runtime/response/parse';
import { response } from '../../support/reader';
import { outcomes } from '../../support/refusal';

it('a body is JSON, or says why not (Q6)', () => {
	const texts = [' [1] ', 'null', '', ' \r\n', '<html></html>', '{"a":', '['.repeat(65)];
	expect(outcomes((text) => parseBody(response(200, text)), texts)).toMatchSnapshot();
	const long = JSON.stringify('x'.repeat(5 * 1024 * 1024));
	expect(parseBody(response(200, long))).toHaveProperty('json');
});

it.each([dataObject, dataArray, wholeBody])('the items of a body in one form: %p', (form) => {
	const elements = [{ a: 1 }, [], [{ a: 1 }, {}], [{}, 1], [null], null, 'text'];
	const bodies = [...elements.map((data) => ({ data })), {}, [], [{}], null, undefined, 'text', 1];
	expect(outcomes<unknown>(form, bodies)).toMatchSnapshot();
});

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
