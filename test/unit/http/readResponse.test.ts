import { readResponse } from '../../../nodes/Messenger/http/transport';
import { unbounded } from '../../support/reader';

async function* inChunks(...chunks: Uint8Array[]) {
	for (const chunk of chunks) yield await Promise.resolve(chunk);
}

const megabyte = 1024 * 1024;
const head = { kind: 'response', status: 200, headers: {} };

/** Reads an answer of these chunks. */
async function read(chunks: Uint8Array[], { maxSize = megabyte, budget = unbounded() } = {}) {
	return await readResponse(
		{ statusCode: 200, headers: {}, body: inChunks(...chunks) },
		maxSize,
		budget,
	);
}

it.each([
	['is what all chunks hold, whichever characters they cut in two', 'Žąsis 🦢', 'Žąsis 🦢', 0],
	['shows what is cut off at its end as a character that nobody wrote', 'a🦢', 'a\uFFFD', 2],
])('a body %s', async (_, text, body, missing) => {
	const bytes = Array.from(new TextEncoder().encode(text), (byte) => Uint8Array.of(byte));
	const arrived = bytes.slice(0, bytes.length - missing);
	expect(await read(arrived, { maxSize: arrived.length })).toEqual({ ...head, body });
});

it('a body is read to the largest size that its endpoint allows, and no further', async () => {
	const budget = { bytesLeft: 5 * megabyte };
	const limits = { maxSize: 2 * megabyte, budget };
	const largest = new Uint8Array(2 * megabyte);
	expect(await read([largest], limits)).toEqual({ ...head, body: '\0'.repeat(2 * megabyte) });
	expect(await read([largest, Uint8Array.of(32)], limits)).toEqual({
		...head,
		body: '',
		tooLarge: { excess: 'more than 2 MB' },
	});
	expect(budget.bytesLeft).toBe(megabyte - 1);
});

it('a body is read as far as the run may read in all, and no further', async () => {
	const budget = { bytesLeft: 10 };
	expect(await read([new Uint8Array(10)], { budget })).toEqual({ ...head, body: '\0'.repeat(10) });
	expect(await read([Uint8Array.of(32)], { budget })).toEqual({
		...head,
		body: '',
		tooLarge: { excess: 'more than 256 MB together', isRun: true },
	});
});

it('an answer that breaks off has left, and is none', async () => {
	async function* brokenOff() {
		yield await Promise.resolve(Uint8Array.of(32));
		throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'connect' });
	}
	const answer = { statusCode: 200, headers: {}, body: brokenOff() };
	expect(await readResponse(answer, megabyte, unbounded())).toEqual({
		kind: 'no response',
		code: 'ECONNRESET',
		reason: 'read ECONNRESET',
		requestLeft: true,
	});
});
