import { Readable } from 'node:stream';

import { unlessOfProxy, type StreamedResponse } from '../../../nodes/runtime/http/proxyAnswer';
import { readResponse } from '../../../nodes/runtime/http/transport';
import { noResponse, response, unbounded } from '../../support/reader';

const ofService = { protocol: 'https:', socket: { encrypted: true } };
const ofProxy = { protocol: 'https:', socket: {} };
const target = { baseUrl: 'https://api.example.com' };
const refusal = { ...noResponse('502', false, '502 Bad Gateway'), isAtProxy: true };

/** The body of a response, to whose client an abort means this request. */
function bodyOf(
	request: object | undefined,
	ending: AbortController,
	read: () => Iterable<string>,
) {
	function* bytes() {
		for (const text of read()) yield Buffer.from(text);
	}
	const body = Readable.from(bytes());
	ending.signal.addEventListener('abort', () => {
		if (body.destroyed) return;
		body.emit('error', Object.assign(new Error('canceled'), { code: 'ERR_CANCELED', request }));
		body.destroy();
	});
	return body;
}

/** Reads a response to a request that went so far. */
async function readOf(
	request: object | undefined,
	{ baseUrl = target.baseUrl, read = () => ['{"a"', ':1}'] as Iterable<string>, ...given } = {},
) {
	const ending = new AbortController();
	const body = bodyOf(request, ending, read);
	const { statusCode, statusMessage } = { statusCode: 502, statusMessage: 'Bad Gateway', ...given };
	const streamed = { statusCode, statusMessage, headers: {}, body } as unknown as StreamedResponse;
	return await unlessOfProxy(
		{ baseUrl },
		streamed,
		ending,
		async () => await readResponse(streamed, 10, unbounded),
	);
}

const whole = { ...response(502, '{"a":1}', {}) };

it('a response that came encrypted is read to its end, and is that of the service', async () => {
	expect(await readOf(ofService)).toMatchObject(whole);
	expect(await readOf(undefined)).toMatchObject(whole);
	expect(await readOf({ ...ofProxy, protocol: 'http:' })).toMatchObject(whole);
});

it('one that came unencrypted from https:// is the refusal of a proxy, whatever is in it (E6)', async () => {
	expect(await readOf(ofProxy)).toEqual(refusal);
	const tooLong = () => ['a'.repeat(20), 'b'];
	expect(await readOf(ofProxy, { read: tooLong })).toEqual(refusal);
	const nothing = await readOf(ofProxy, { read: () => [], statusMessage: '' } as object);
	expect(nothing).toEqual({ ...refusal, reason: '502' });
	function* broken() {
		yield '{"a"';
		throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
	}
	expect(await readOf(ofProxy, { read: broken })).toEqual(refusal);
	expect(await readOf(ofService, { read: broken })).toMatchObject({
		...noResponse('ECONNRESET', true, 'aborted'),
	});
});

it('neither an opened tunnel nor an unencrypted service is looked into', async () => {
	const opened = await readOf(ofProxy, { statusCode: 200 } as object);
	expect(opened).toMatchObject({ ...whole, status: 200 });
	expect(await readOf(ofProxy, { baseUrl: 'http://localhost' })).toMatchObject(whole);
});

it('the request may be known without an abort, and a body that is no stream tells nothing', async () => {
	const read = async () => await Promise.resolve(whole);
	const ending = new AbortController();
	const said = async (given: object) =>
		await unlessOfProxy(target, { statusCode: 502, ...given } as StreamedResponse, ending, read);
	const reason = { ...refusal, reason: '502' };
	expect(await said({ request: ofProxy, body: [] })).toEqual(reason);
	expect(await said({ body: { req: ofProxy } })).toEqual(reason);
	expect(await said({ request: ofService, body: { req: ofProxy } })).toBe(whole);
	expect(await said({ body: [] })).toBe(whole);
	expect(ending.signal.aborted).toBe(false);
});
