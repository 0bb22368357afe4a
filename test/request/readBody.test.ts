import { readBody } from '../../nodes/Messenger/http/transport';

async function* inChunks(...chunks: Uint8Array[]) {
	for (const chunk of chunks) yield await Promise.resolve(chunk);
}

const megabyte = 1024 * 1024;
const valuesLeft = 10_000_000;

it('is what all chunks hold, whichever characters they cut in two', async () => {
	const bytes = new TextEncoder().encode('Žąsis 🦢');
	const { body } = await readBody(
		inChunks(...Array.from(bytes, (byte) => Uint8Array.of(byte))),
		{ bytesLeft: megabyte, valuesLeft },
		{ maxSize: bytes.length },
	);
	expect(body).toBe('Žąsis 🦢');
});

it('shows what is cut off at its end as a character that nobody wrote', async () => {
	const bytes = new TextEncoder().encode('a🦢').slice(0, 3);
	expect(
		await readBody(inChunks(bytes), { bytesLeft: megabyte, valuesLeft }, { maxSize: megabyte }),
	).toEqual({
		body: 'a\uFFFD',
	});
});

it('is read to the largest size that its endpoint allows, and no further', async () => {
	const run = { bytesLeft: 5 * megabyte, valuesLeft };
	const largest = new Uint8Array(2 * megabyte);
	const { body } = await readBody(inChunks(largest), run, { maxSize: 2 * megabyte });
	expect(body).toHaveLength(2 * megabyte);
	expect(
		await readBody(inChunks(largest, Uint8Array.of(32)), run, { maxSize: 2 * megabyte }),
	).toEqual({
		body: '',
		tooLarge: { excess: 'more than 2 MB' },
	});
	expect(run.bytesLeft).toBe(megabyte - 1);
});

it('is read as far as the run may read in all, and no further', async () => {
	const run = { bytesLeft: 10, valuesLeft };
	const { body } = await readBody(inChunks(new Uint8Array(10)), run, { maxSize: megabyte });
	expect(body).toHaveLength(10);
	expect(await readBody(inChunks(Uint8Array.of(32)), run, { maxSize: megabyte })).toEqual({
		body: '',
		tooLarge: { excess: 'more than 256 MB together', isRun: true },
	});
});

const text = (json: string) => inChunks(new TextEncoder().encode(json));
const limits = { maxSize: megabyte };

it.each([
	['['.repeat(65), 'nested deeper than 64 levels'],
	[`[${'0,'.repeat(199_999)}0]`, 'more than 200,000 values'],
])('is not parsed where it holds too much', async (body, excess) => {
	const run = { bytesLeft: megabyte, valuesLeft };
	expect(await readBody(text(body), run, limits)).toEqual({ body, tooLarge: { excess } });
});

it('is parsed as far as the run may have values, for each item that it becomes an output of', async () => {
	const run = { bytesLeft: megabyte, valuesLeft: 12 };
	expect(await readBody(text('[1,2]'), run, limits)).toEqual({ body: '[1,2]' });
	expect(await readBody(text('[1,2]'), run, { ...limits, copies: 3 })).toEqual({ body: '[1,2]' });
	expect(run.valuesLeft).toBe(0);
	expect(await readBody(text('1'), run, limits)).toEqual({
		body: '1',
		tooLarge: { excess: 'more than 10,000,000 values together', isRun: true },
	});
});

it('waits for its turn where it is long: of many that arrive together each has its own', async () => {
	const run = { bytesLeft: megabyte, valuesLeft };
	let turns = 0;
	const count = () => void ((turns += 1), (turn = setImmediate(count)));
	let turn = setImmediate(count);
	const busy = () => {
		const started = performance.now();
		while (performance.now() - started < 30);
		return turns;
	};
	const read = async (length: number) => {
		await readBody(text(`"${' '.repeat(length)}"`), run, limits);
		return busy();
	};
	const long = await Promise.all([60_000, 60_000, 60_000].map(read));
	expect(new Set(long).size).toBe(3);
	clearImmediate(turn);
});
