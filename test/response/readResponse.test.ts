import { dataArray } from '../../nodes/Messenger/response/forms';
import type { Reader } from '../../nodes/Messenger/response/readResponse';
import { lookUp, noResponse, read, response, sendOut } from '../support/reader';

const html = { 'content-type': 'text/html; charset=utf-8' };
const refused = { success: false, message: 'Bad request' };

describe('a good response', () => {
	it.each([200, 201, 299])('of status %i gives the items of the operation', (status) => {
		expect(read(response(status, { success: true, id: '1' }))).toMatchObject({
			state: 'accepted',
			items: [{ success: true, id: '1' }],
		});
	});

	it('may give no items at all', () => {
		expect(read(response(200, {}), { ...lookUp, toItems: () => [] })).toMatchObject({
			state: 'accepted',
			items: [],
		});
	});
});

it.each([
	['a status below 200', response(199, { success: true })],
	['a status above 299', response(300, { success: true })],
	['another form than the operation knows', response(200, '[]')],
	['success: false', response(200, refused)],
	['a success that is a text', response(200, { success: 'true' })],
	['a success that is null', response(200, { success: null })],
	['a body that is no JSON', response(200, '<html>', html)],
	['no body', response(200, '')],
	['no response', noResponse('ECONNRESET')],
])('%s is not accepted, and has no items', (_, outcome) => {
	const { state, items } = read(outcome);
	expect(state).toBe('failed');
	expect(items).toEqual([]);
});

describe('what must not happen twice', () => {
	it.each([
		[500, {}],
		[502, '<html>'],
		[599, refused],
		[200, '<html>'],
		[200, ''],
		[200, []],
	])('may have been processed after %i with %j', (status, body) => {
		expect(read(response(status, body), sendOut).state).toBe('uncertain');
	});

	it.each([
		[200, refused],
		[299, refused],
		[300, ''],
		[302, ''],
		[400, {}],
		[401, {}],
		[403, {}],
		[404, '<html>'],
		[406, {}],
		[429, {}],
		[499, {}],
	])('was not processed after %i with %j', (status, body) => {
		expect(read(response(status, body), sendOut).state).toBe('failed');
	});

	it('may have been processed where the request had left, and only then', () => {
		expect(read(noResponse('ECONNRESET', true), sendOut).state).toBe('uncertain');
		expect(read(noResponse('ECONNREFUSED', false), sendOut).state).toBe('failed');
	});

	it('is not a question where the request only reads', () => {
		expect(read(response(500, {}), lookUp).state).toBe('failed');
		expect(read(response(200, ''), lookUp).state).toBe('failed');
		expect(read(noResponse('ECONNRESET', true), lookUp).state).toBe('failed');
	});
});

describe('a refusal that means something to the operation', () => {
	const find: Reader = {
		...lookUp,
		toItems: dataArray,
		whenRefused: (status, body) =>
			status === 404
				? { items: [{ found: false, body } as never] }
				: status === 410
					? { advice: 'Ask for another.', isAnswer: true }
					: undefined,
	};

	it('may be an output', () => {
		expect(read(response(404, { message: 'gone' }), find)).toMatchObject({
			state: 'accepted',
			items: [{ found: false, body: { message: 'gone' } }],
		});
	});

	it('may be an output where its body is no JSON', () => {
		expect(read(response(404, '<html>', html), find).state).toBe('accepted');
	});

	it('may be an answer that is an error all the same', () => {
		expect(read(response(410, {}), find)).toMatchObject({
			state: 'failed',
			items: [],
			meaning: { advice: 'Ask for another.', isAnswer: true },
		});
	});

	it('is asked about a refusal under any status, and about nothing else', () => {
		const whenRefused = jest.fn();
		const reader = { ...find, whenRefused };
		read(response(200, { data: [] }), reader);
		read(response(200, { data: 1 }), reader);
		read(noResponse('ECONNRESET'), reader);
		expect(whenRefused).not.toHaveBeenCalled();
		read(response(200, refused), reader);
		expect(whenRefused).toHaveBeenLastCalledWith(200, refused);
		read(response(400, 'no JSON'), reader);
		expect(whenRefused).toHaveBeenLastCalledWith(400, undefined);
	});
});

it('how long to wait is read from a 429 only', () => {
	const headers = { 'retry-after': '7' };
	expect(read(response(429, {}, headers)).retryAfter).toBe(7000);
	expect(read(response(503, {}, headers)).retryAfter).toBeUndefined();
	expect(read(response(429, {}, {})).retryAfter).toBeUndefined();
});

describe('a body that is too large', () => {
	const unread = { ...response(200, ''), tooLarge: { excess: 'more than 1 MB' } };

	it('is no answer, and leaves what must not happen twice in doubt', () => {
		expect(read(unread, sendOut)).toMatchObject({ state: 'uncertain', items: [] });
		expect(read(unread, lookUp)).toMatchObject({ state: 'failed', items: [] });
	});

	it('says as much as its status does', () => {
		expect(read({ ...unread, status: 401 }, sendOut).state).toBe('failed');
		expect(read({ ...unread, status: 500 }, sendOut).state).toBe('uncertain');
	});
});
