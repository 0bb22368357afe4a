import { Breather } from '../nodes/Messenger/run/Breather';

/** Milliseconds. */
const work = 5;

function keepBusy(): void {
	const end = performance.now() + work;
	while (performance.now() < end);
}

/** Counts the turns of the event loop while something goes on. */
async function inWhichTurns(act: (turnOf: () => number) => Promise<unknown>): Promise<void> {
	let turns = 0;
	let isOver = false;
	const count = () => {
		turns += 1;
		if (!isOver) setImmediate(count);
	};
	setImmediate(count);
	await act(() => turns);
	isOver = true;
}

it('lets n8n in after 20 ms of work, and not before', async () => {
	const breather = new Breather();
	const turns: number[] = [];
	await inWhichTurns(async (turnOf) => {
		for (let item = 0; item < 3; item += 1) {
			await breather.breathe();
			turns.push(turnOf());
		}
		for (let item = 0; item < 4; item += 1) keepBusy();
		await breather.breathe();
		turns.push(turnOf());
	});
	const [first, second, third, last] = turns;
	expect([second, third]).toEqual([first, first]);
	expect(last).toBeGreaterThan(first!);
});

it('lets n8n in between many that have waited for the same turn', async () => {
	const breather = new Breather();
	for (let item = 0; item < 4; item += 1) keepBusy();
	const inTurn = new Map<number, number>();
	await inWhichTurns(async (turnOf) => {
		const lanes = Array.from({ length: 40 }, async () => {
			await breather.breathe();
			// The work comes later, as that of a request does.
			for (let hop = 0; hop < 5; hop += 1) await Promise.resolve();
			inTurn.set(turnOf(), (inTurn.get(turnOf()) ?? 0) + 1);
			keepBusy();
		});
		await Promise.all(lanes);
	});
	expect([...inTurn.values()].reduce((sum, count) => sum + count)).toBe(40);
	// Four each; on a busy machine a turn can be over before its time.
	expect(Math.max(...inTurn.values())).toBeLessThanOrEqual(20);
});
