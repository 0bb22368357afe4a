import { ConcurrencyWindow } from '../../../nodes/Messenger/gate/ConcurrencyWindow';

/** A window that is kept full: how many are in flight after each answer. */
function start() {
	const window = new ConcurrencyWindow();
	let now = 0;
	const state = {
		window,
		inFlight: 0,
		fill: () => {
			while (!window.isFull(state.inFlight)) state.inFlight += 1;
			return state.inFlight;
		},
		/** So many are accepted, each so many milliseconds after the one before. */
		accept: (count: number, after: number) => {
			for (let answers = 0; answers < count; answers += 1) {
				now += after;
				window.open(state.inFlight, now);
				state.inFlight -= 1;
				state.fill();
			}
			return state.inFlight;
		},
	};
	state.fill();
	return state;
}

describe('The window of requests in flight', () => {
	it('lets one request leave at first, and doubles with each round trip', () => {
		const { accept, fill } = start();
		expect(fill()).toBe(1);
		expect([1, 2, 4, 8].map((count) => accept(1, 50) && accept(count - 1, 0))).toEqual([
			2, 4, 8, 16,
		]);
	});

	it('doubles no more often than every 43 ms, however fast the answers come', () => {
		expect(start().accept(3 * 43 - 1, 1)).toBe(8);
	});

	it('stays as it is when an answer comes while it is not full', () => {
		const state = start();
		state.accept(1, 1000);
		state.inFlight = 1;
		state.window.open(1, 5000);
		state.inFlight = 0;
		expect(state.fill()).toBe(2);
	});

	it.each([
		[9, 4],
		[7, 3],
		[1, 1],
	])('is halved to what was in flight, and not below one: %s', (inFlight, size) => {
		const state = start();
		state.accept(8, 1000);
		state.window.halve(inFlight);
		state.inFlight = 0;
		expect(state.fill()).toBe(size);
	});

	it('grows from what is left of it after it was halved', () => {
		const state = start();
		state.accept(16, 100);
		state.window.halve(state.inFlight);
		state.inFlight = 0;
		const halved = state.fill();
		expect(state.accept(4 * halved, 0)).toBe(halved);
	});
});
