let now = 0;
let turns: number;
let yieldToEventLoop: () => Promise<void>;
let counting: NodeJS.Immediate;

beforeEach(() => {
	jest.spyOn(performance, 'now').mockImplementation(() => now);
	// A timer takes one turn, whatever its time: real ones that come due while a machine is busy share a turn.
	const inOneTurn = (act: () => void) => setImmediate(act);
	jest.spyOn(globalThis, 'setTimeout').mockImplementation(inOneTurn as never);
	// The module remembers n8n's last turn: each test has its own module.
	jest.isolateModules(() => {
		({ yieldToEventLoop } = jest.requireActual('../../../nodes/runtime/engine/yieldToEventLoop'));
	});
	turns = 0;
	counting = setImmediate(function count() {
		turns += 1;
		counting = setImmediate(count);
	});
});

afterEach(() => {
	clearImmediate(counting);
	jest.restoreAllMocks();
});

it('lets n8n in between many that have waited for the same turn (R10)', async () => {
	now += 20;
	const inTurn: number[] = [];
	const lanes = Array.from({ length: 40 }, async () => {
		await yieldToEventLoop();
		// The work comes later, as that of a request does.
		for (let hop = 0; hop < 5; hop += 1) await Promise.resolve();
		inTurn[turns] = (inTurn[turns] ?? 0) + 1;
		now += 5;
	});
	await Promise.all(lanes);
	expect(inTurn.filter((count) => count > 0)).toEqual(Array(10).fill(4));
});
