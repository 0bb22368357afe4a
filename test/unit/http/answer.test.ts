import { Readable } from 'node:stream';

import { readResponse, type StreamedResponse } from '../../../nodes/runtime/http/transport';
import type { Endpoint } from '../../../nodes/runtime/Service';
import { endpoints } from '../../support/endpoints';
import { noResponse, response } from '../../support/reader';

/** Reads a response of at most 10 bytes. */
async function readFrom(body: Readable) {
	const endpoint: Endpoint = { ...endpoints.getLists, maxResponseSize: 10 };
	const streamed: StreamedResponse = { statusCode: 502, headers: {}, body };
	return await readResponse(streamed, endpoint);
}

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
		const cut = Object.assign(new Error('cut'), { code: 'ECONNRESET', syscall: 'connect' });
		const lost = noResponse('ECONNRESET', true, 'cut');
		expect(await readFrom(new Readable().destroy(cut))).toEqual(lost);
		const breaksOff = (function* () {
			yield Buffer.from('{"a"');
			throw cut;
		})();
		expect(await readFrom(Readable.from(breaksOff))).toEqual(lost);
	});
});
