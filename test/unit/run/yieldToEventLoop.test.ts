import { yieldToEventLoop } from '../../../nodes/Messenger/run/yieldToEventLoop';
import { timersTakeOneTurn } from '../../support/timersTakeOneTurn';

let now = performance.now();

function keepBusy(milliseconds: number): void {
	now += milliseconds;
}

beforeEach(() => {
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	timersTakeOneTurn();
});

/** Lets the time until the next turn begin anew. */
async function begin(): Promise<void> {
	keepBusy(25);
	await yieldToEventLoop();
}

/** Counts the turns of the event loop while something goes on. */
async function inWhichTurns(act: (turnOf: () => number) => Promise<unknown>): Promise<void> {
	let turns = 0;
	let turn = setImmediate(function count() {
		turns += 1;
		turn = setImmediate(count);
	});
	try {
		await act(() => turns);
	} finally {
		clearImmediate(turn);
	}
}

it('lets n8n in after 20 ms of work, and not before', async () => {
	await begin();
	await inWhichTurns(async (turnOf) => {
		const turns: number[] = [];
		for (const work of [0, 5, 5, 15]) {
			keepBusy(work);
			await yieldToEventLoop();
			turns.push(turnOf());
		}
		expect(turns.slice(0, 3)).toEqual([turns[0], turns[0], turns[0]]);
		expect(turns[3]).toBeGreaterThan(turns[0]!);
	});
});

it('lets n8n in between many that have waited for the same turn', async () => {
	await begin();
	keepBusy(20);
	const inTurn = new Map<number, number>();
	await inWhichTurns(async (turnOf) => {
		const lanes = Array.from({ length: 40 }, async () => {
			await yieldToEventLoop();
			// The work comes later, as that of a request does.
			for (let hop = 0; hop < 5; hop += 1) await Promise.resolve();
			inTurn.set(turnOf(), (inTurn.get(turnOf()) ?? 0) + 1);
			keepBusy(5);
		});
		await Promise.all(lanes);
	});
	expect([...inTurn.values()].reduce((sum, count) => sum + count)).toBe(40);
	expect([...inTurn.values()]).toEqual(Array(10).fill(4));
});
