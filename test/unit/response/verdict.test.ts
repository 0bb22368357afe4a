import { dataArray } from '../../../nodes/Messenger/response/parse';
import type { SendResult } from '../../../nodes/Messenger/response/ServiceResponse';
import type { Reader, Sign, Verdict } from '../../../nodes/Messenger/response/verdict';
import { judge, lookUp, noResponse, response, sendOut } from '../../support/reader';

const html = { 'content-type': 'text/html; charset=utf-8' };
const refused = { success: false, message: 'Bad request' };
const unread = { ...response(200, ''), tooLarge: { excess: 'more than 1 MB' } };

it.each([200, 201, 299])('a good response of status %i is accepted with its items', (status) => {
	expect(judge(response(status, { success: true, id: '1' }))).toMatchObject({
		state: 'accepted',
		sign: 'accepted',
		items: [{ success: true, id: '1' }],
		failure: String(status),
	});
});

it('a good response may give no items at all', () => {
	const { state, items } = judge(response(200, {}), { ...lookUp, toItems: () => [] });
	expect([state, items]).toEqual(['accepted', []]);
});

it.each<[result: SendResult, ofWrite: Verdict['state'], sign: Sign]>([
	...[302, 400, 401, 404, 406, 407, 499].map((status): [SendResult, 'failed', Sign] => [
		response(status, {}),
		'failed',
		'answered',
	]),
	[response(300, { success: true }), 'failed', 'answered'],
	[response(199, { success: true }), 'failed', 'answered'],
	[response(404, '<html>', html), 'failed', 'answered'],
	[response(403, {}), 'failed', 'blocked'],
	[response(429, {}), 'failed', 'throttled'],
	[response(200, refused), 'failed', 'answered'],
	[response(299, refused), 'failed', 'answered'],
	[response(200, { success: 'true' }), 'failed', 'answered'],
	[response(200, { success: null }), 'failed', 'answered'],
	[response(200, '[]'), 'uncertain', 'answered'],
	[response(200, '<html>', html), 'uncertain', 'answered'],
	[response(200, ''), 'uncertain', 'answered'],
	[unread, 'uncertain', 'answered'],
	[{ ...unread, status: 401 }, 'failed', 'answered'],
	[{ ...unread, status: 500 }, 'uncertain', 'outage'],
	[response(500, {}), 'uncertain', 'outage'],
	[response(502, '<html>', html), 'uncertain', 'outage'],
	[response(599, refused), 'uncertain', 'outage'],
	...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ETIMEDOUT', 'Z_DATA_ERROR', 'none'].flatMap(
		(code): Array<[SendResult, Verdict['state'], Sign]> => [
			[noResponse(code, true), 'uncertain', 'outage'],
			[noResponse(code, false), 'failed', 'outage'],
		],
	),
	[noResponse('ERR_CANCELED'), 'uncertain', 'nothing'],
	...['EPROTO', 'CERT_HAS_EXPIRED', 'ERR_INVALID_CHAR', 'ERR_SSRF_BLOCKED'].map(
		(code): [SendResult, 'failed', Sign] => [noResponse(code, false), 'failed', 'nothing'],
	),
])('%j leaves what writes %s, what only reads failed; a sign: %s', (result, ofWrite, sign) => {
	const failure = result.kind === 'response' ? String(result.status) : result.code;
	expect(judge(result, sendOut)).toMatchObject({ state: ofWrite, sign, failure, items: [] });
	expect(judge(result, lookUp)).toMatchObject({ state: 'failed', sign, items: [] });
});

describe('a refusal that means something to the operation', () => {
	const find: Reader = {
		...lookUp,
		toItems: dataArray,
		whenRefused: (status, body) =>
			status === 404
				? { items: [{ found: false, body } as never] }
				: status === 410
					? { advice: 'Ask for another.', isExpected: true }
					: undefined,
	};

	it.each([
		[{ message: 'gone' }, { message: 'gone' }],
		['<html>', undefined],
	])('may be an output: with the body %j', (given, body) => {
		const items = [{ found: false, body }];
		expect(judge(response(404, given), find)).toMatchObject({ state: 'accepted', items });
	});

	it('may prove that the request was in order, and be an error all the same', () => {
		expect(judge(response(410, {}), find)).toMatchObject({
			state: 'failed',
			sign: 'accepted',
			items: [],
			meaning: { advice: 'Ask for another.', isExpected: true },
		});
	});

	it('is asked about a refusal under any status, and about nothing else', () => {
		const whenRefused = jest.fn();
		const reader = { ...find, whenRefused };
		judge(response(200, { data: [] }), reader);
		judge(response(200, { data: 1 }), reader);
		judge(noResponse('ECONNRESET'), reader);
		expect(whenRefused).not.toHaveBeenCalled();
		judge(response(200, refused), reader);
		expect(whenRefused).toHaveBeenLastCalledWith(200, refused);
		judge(response(400, 'no JSON'), reader);
		expect(whenRefused).toHaveBeenLastCalledWith(400, undefined);
	});
});

it('how long to wait is read from a 429 only', () => {
	const headers = { 'retry-after': '7' };
	expect(judge(response(429, {}, headers)).retryAfter).toBe(7000);
	expect(judge(response(503, {}, headers)).retryAfter).toBeUndefined();
	expect(judge(response(429, {}, {})).retryAfter).toBeUndefined();
});

it('a response is taken off what the run may have, for each of its items', () => {
	const budget = { bytesLeft: 20 };
	const reader = { ...sendOut, budget, copies: 3 };
	expect(judge(response(200, '{"a":1}'), reader).state).toBe('accepted');
	expect(budget.bytesLeft).toBe(6);
	expect(judge(response(200, '{"a":1}'), reader)).toMatchObject({
		state: 'uncertain',
		body: { tooLarge: { isRun: true } },
	});
});
