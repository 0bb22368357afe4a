import { readText } from '../../nodes/Messenger/request/transport';

async function* inChunks(...chunks: Uint8Array[]) {
	for (const chunk of chunks) yield await Promise.resolve(chunk);
}

const megabyte = 1024 * 1024;

it('is what all chunks hold, whichever characters they cut in two', async () => {
	const bytes = new TextEncoder().encode('Žąsis 🦢');
	const text = await readText(
		inChunks(...Array.from(bytes, (byte) => Uint8Array.of(byte))),
		{ bytesLeft: megabyte },
		bytes.length,
	);
	expect(text).toBe('Žąsis 🦢');
});

it('shows what is cut off at its end as a character that nobody wrote', async () => {
	const bytes = new TextEncoder().encode('a🦢').slice(0, 3);
	expect(await readText(inChunks(bytes), { bytesLeft: megabyte }, megabyte)).toBe('a\uFFFD');
});

it('is read to the largest size that its endpoint allows, and no further', async () => {
	const run = { bytesLeft: 5 * megabyte };
	const largest = new Uint8Array(2 * megabyte);
	expect(await readText(inChunks(largest), run, 2 * megabyte)).toHaveLength(2 * megabyte);
	await expect(
		readText(inChunks(largest, Uint8Array.of(32)), run, 2 * megabyte),
	).rejects.toMatchObject({ code: 'ERR_RESPONSE_TOO_LARGE', message: 'more than 2 MB' });
	expect(run.bytesLeft).toBe(megabyte - 1);
});

it('is read as far as the run may read in all, and no further', async () => {
	const run = { bytesLeft: 10 };
	expect(await readText(inChunks(new Uint8Array(10)), run, megabyte)).toHaveLength(10);
	await expect(readText(inChunks(Uint8Array.of(32)), run, megabyte)).rejects.toMatchObject({
		code: 'ERR_RUN_TOO_LARGE',
		message: 'more than 256 MB together',
	});
});
