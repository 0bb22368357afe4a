import { readBody } from '../../nodes/Messenger/request/transport';

async function* inChunks(...chunks: Uint8Array[]) {
	for (const chunk of chunks) yield await Promise.resolve(chunk);
}

const megabyte = 1024 * 1024;

it('is what all chunks hold, whichever characters they cut in two', async () => {
	const bytes = new TextEncoder().encode('Žąsis 🦢');
	const { body } = await readBody(
		inChunks(...Array.from(bytes, (byte) => Uint8Array.of(byte))),
		{ bytesLeft: megabyte },
		bytes.length,
	);
	expect(body).toBe('Žąsis 🦢');
});

it('shows what is cut off at its end as a character that nobody wrote', async () => {
	const bytes = new TextEncoder().encode('a🦢').slice(0, 3);
	expect(await readBody(inChunks(bytes), { bytesLeft: megabyte }, megabyte)).toEqual({
		body: 'a\uFFFD',
	});
});

it('is read to the largest size that its endpoint allows, and no further', async () => {
	const run = { bytesLeft: 5 * megabyte };
	const largest = new Uint8Array(2 * megabyte);
	const { body } = await readBody(inChunks(largest), run, 2 * megabyte);
	expect(body).toHaveLength(2 * megabyte);
	expect(await readBody(inChunks(largest, Uint8Array.of(32)), run, 2 * megabyte)).toEqual({
		body: '',
		tooLarge: { excess: 'more than 2 MB' },
	});
	expect(run.bytesLeft).toBe(megabyte - 1);
});

it('is read as far as the run may read in all, and no further', async () => {
	const run = { bytesLeft: 10 };
	const { body } = await readBody(inChunks(new Uint8Array(10)), run, megabyte);
	expect(body).toHaveLength(10);
	expect(await readBody(inChunks(Uint8Array.of(32)), run, megabyte)).toEqual({
		body: '',
		tooLarge: { excess: 'more than 256 MB together', isRun: true },
	});
});
