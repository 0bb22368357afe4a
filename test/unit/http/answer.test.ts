import { Readable } from 'node:stream';

import { readAnswer, type StreamedResponse } from '../../../nodes/runtime/http/answer';
import type { Endpoint } from '../../../nodes/runtime/Service';
import { endpoints } from '../../support/endpoints';
import { noResponse, response } from '../../support/reader';

const ofService = { protocol: 'https:', socket: { encrypted: true } };
const ofProxy = { protocol: 'https:', socket: {} };
const refusal = { ...noResponse('502', false, '502 Bad Gateway'), isAtProxy: true };
const whole = response(502, '{"a":1}', {});

let ending: AbortController;
beforeEach(() => (ending = new AbortController()));

/** Reads a response of at most 10 bytes. */
async function readFrom(
	body: Readable,
	given: Partial<StreamedResponse> = {},
	{
		baseUrl = 'https://api.example.com',
		endpoint = { ...endpoints.getLists, maxResponseSize: 10 } as Endpoint,
	} = {},
) {
	const streamed = { statusCode: 502, statusMessage: 'Bad Gateway', headers: {}, body, ...given };
	return await readAnswer(streamed as StreamedResponse, { baseUrl }, endpoint, ending);
}

/** Reads a response to this request, which the client names when it is aborted. */
async function readOf(
	request: object | undefined,
	{ chunks = ['{"a"', ':1}'], error }: { chunks?: string[]; error?: Error } = {},
	...settings: [Partial<StreamedResponse>?, { baseUrl: string }?]
) {
	const body = Readable.from(
		(function* () {
			yield* chunks.map((text) => Buffer.from(text));
			if (error) throw error;
		})(),
	);
	ending = new AbortController();
	ending.signal.addEventListener('abort', () => {
		if (!body.destroyed) body.emit('error', Object.assign(new Error('canceled'), { request }));
	});
	return await readFrom(body, ...settings);
}

const cut = Object.assign(new Error('cut'), { code: 'ECONNRESET', syscall: 'connect' });

it('one that came unencrypted from https:// is the refusal of a proxy, whatever is in it (E6)', async () => {
	expect(await readOf(ofProxy)).toEqual(refusal);
	expect(await readOf(ofProxy, { chunks: ['a'.repeat(20), 'b'] })).toEqual(refusal);
	expect(await readOf(ofProxy, { error: cut })).toEqual(refusal);
	const nothing = await readOf(ofProxy, { chunks: [] }, { statusMessage: '' });
	expect(nothing).toEqual({ ...refusal, reason: '502' });
});

it('neither an opened tunnel nor an unencrypted service is looked into', async () => {
	expect(await readOf(ofProxy, {}, { statusCode: 200 })).toEqual({ ...whole, status: 200 });
	expect(await readOf(ofProxy, {}, {}, { baseUrl: 'http://localhost' })).toEqual(whole);
});

it('the request may be known without an abort', async () => {
	const bytes = () => Readable.from([Buffer.from(whole.body)]);
	expect(await readFrom(bytes(), { request: ofProxy })).toEqual(refusal);
	expect(await readFrom(bytes(), { request: ofService })).toEqual(whole);
	expect(ending.signal.aborted).toBe(false);
});

describe('the body of an answer (Q6)', () => {
	const answer = response(502, '', {});
	const byte = Uint8Array.of(97);

	it('may come byte by byte, and begin with a byte order mark, as that of some servers does', async () => {
		const bytes = [...Buffer.from('\uFEFFą 🦢')].map((each) => Uint8Array.of(each));
		expect(await readFrom(Readable.from(bytes))).toEqual({ ...answer, body: 'ą 🦢' });
		const broken = await readFrom(Readable.from(bytes.slice(0, -2)));
		expect(broken).toEqual({ ...answer, body: 'ą \uFFFD' });
	});

	it('is read as far as its endpoint allows', async () => {
		const ten = Buffer.alloc(10, 'a');
		expect(await readFrom(Readable.from([ten]))).toMatchObject({ body: ten.toString() });
		expect(await readFrom(Readable.from([ten, byte]))).toMatchObject({
			excess: `more than ${10 / 1024 / 1024} MB`,
		});
	});

	it('proves that the request has left, even where it breaks off (E1)', async () => {
		const lost = noResponse('ECONNRESET', true, 'cut');
		expect(await readFrom(new Readable().destroy(cut))).toEqual(lost);
		expect(await readOf(ofService, { error: cut })).toEqual(lost);
	});
});
