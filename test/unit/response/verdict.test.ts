import { dataArray } from '../../../nodes/runtime/response/parse';
import type { SendResult } from '../../../nodes/runtime/response/ServiceResponse';
import {
	verdictOf,
	type Reader,
	type RefusalMeaning,
} from '../../../nodes/runtime/response/verdict';
import { lookUp, noResponse, response, sendOut } from '../../support/reader';
import { outcomes } from '../../support/refusal';

const refused = { success: false, message: 'Bad request' };
const unread = { ...response(200, ''), tooLarge: { excess: 'more than 1 MB' } };

it('a good answer is accepted with its items, if any', () => {
	const body = { success: true, id: '1' };
	const verdict = { state: 'accepted', signal: 'accepted', items: [body], code: '299' };
	expect(verdictOf(response(299, body), lookUp)).toMatchObject(verdict);
	const none = verdictOf(response(200, {}), { ...lookUp, toItems: () => [] });
	expect(none).toMatchObject({ state: 'accepted', items: [] });
});

it('what was not accepted has failed or is uncertain for what writes, and is a signal (E1, E2)', () => {
	const judged = (result: SendResult) => {
		const { state, signal } = verdictOf(result, sendOut);
		expect(verdictOf(result, lookUp)).toMatchObject({ state: 'failed', signal, items: [] });
		return `${state}, ${signal}`;
	};
	const statuses = [199, 300, 302, 400, 401, 403, 404, 429, 499, 500, 502, 599, 600];
	expect(outcomes((status) => judged(response(status, {})), statuses)).toMatchSnapshot();
	const bodies = [refused, { success: 'true' }, '[]', '<html>', ''];
	expect(outcomes<unknown>((body) => judged(response(200, body)), bodies)).toMatchSnapshot();
	const large = (status: number) => judged({ ...unread, status });
	expect(outcomes(large, [200, 401, 500])).toMatchSnapshot();
	const codes = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', undefined, 'ERR_CANCELED'];
	const hopeless = ['EPROTO', 'CERT_HAS_EXPIRED', 'ERR_SSRF_BLOCKED'];
	for (const left of [true, false]) {
		const lost = (code?: string) => judged(noResponse(code, left));
		expect(outcomes(lost, [...codes, ...hopeless])).toMatchSnapshot();
	}
});

it('an answer to what writes proves what it says, and no more (E5)', () => {
	const proved = (trustsStatus: boolean) => (body: unknown) =>
		verdictOf(response(200, body), { ...sendOut, trustsStatus }).state;
	const values = [true, false, 'true', null, 1].map((success) => ({ success }));
	const bodies = [...values, {}, { message: 'Bad request' }, '', '<html>', '[]', 'null', 'true'];
	for (const trustsStatus of [false, true]) {
		expect(outcomes<unknown>(proved(trustsStatus), bodies)).toMatchSnapshot();
	}
	const empty = verdictOf(response(204, ''), { ...sendOut, trustsStatus: true });
	expect(empty).toMatchObject({ state: 'accepted', items: [{}] });
	const read = (result: SendResult) => verdictOf(result, { ...sendOut, trustsStatus: true }).state;
	expect([read(unread), read(response(500, refused))]).toEqual(['uncertain', 'uncertain']);
	const redirects = [302, 303].map((status) => verdictOf(response(status, ''), sendOut).state);
	expect(redirects).toEqual(['failed', 'uncertain']);
	expect(verdictOf(response(303, ''), lookUp).state).toBe('failed');
});

describe('a refusal that means something to the operation', () => {
	const meaning = { advice: 'Ask for another.', isExpected: true };
	const whenRefused = jest.fn<RefusalMeaning, unknown[]>(() => meaning);
	const find: Reader = { ...lookUp, toItems: dataArray, whenRefused };

	it('may be an output, or prove that the request was in order', () => {
		for (const status of [410, 429, 403, 503]) {
			const verdict = { state: 'failed', signal: 'accepted', items: [], meaning };
			expect(verdictOf(response(status, {}), find)).toMatchObject(verdict);
		}
		const items = [{ found: false }];
		whenRefused.mockReturnValueOnce({ items });
		const verdict = { state: 'accepted', signal: 'accepted', items };
		expect(verdictOf(response(404, {}), find)).toMatchObject(verdict);
	});

	it('is asked about a refusal under any status, and about nothing else', () => {
		whenRefused.mockClear();
		for (const body of [{ data: [] }, { data: 1 }, refused]) verdictOf(response(200, body), find);
		verdictOf(noResponse('X'), find);
		verdictOf(response(400, 'no JSON'), find);
		expect(whenRefused.mock.calls).toEqual([
			[200, refused],
			[400, undefined],
		]);
	});
});

it('how long to wait is read from a 429 only', () => {
	const headers = { 'retry-after': '7' };
	expect(verdictOf(response(429, {}, headers), lookUp).retryAfter).toBe(7000);
	expect(verdictOf(response(503, {}, headers), lookUp).retryAfter).toBeUndefined();
});
