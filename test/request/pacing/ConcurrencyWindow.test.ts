import { ConcurrencyWindow } from '../../../nodes/Messenger/gate/ConcurrencyWindow';

/** Sends until the window is full; gives how many that were. */
function fill(window: ConcurrencyWindow): number {
	let sent = 0;
	for (; !window.isFull; sent += 1) window.enter();
	return sent;
}

let now = 0;

/** An answer, by default long after the one before. */
function answer(window: ConcurrencyWindow, after = 1000): void {
	now += after;
	window.open(now);
	window.leave();
}

describe('The window of requests in flight', () => {
	it('lets one request leave at first', () => {
		expect(fill(new ConcurrencyWindow())).toBe(1);
	});

	it('doubles with each round trip: an answer makes room for two', () => {
		const window = new ConcurrencyWindow();
		fill(window);
		const rounds = [];
		for (const inFlight of [1, 2, 4, 8]) {
			let sent = 0;
			for (let answers = 0; answers < inFlight; answers += 1) {
				answer(window, answers === 0 ? 50 : 0);
				sent += fill(window);
			}
			rounds.push(sent);
		}
		expect(rounds).toEqual([2, 4, 8, 16]);
	});

	it('doubles no more often than every 43 ms, however fast the answers come', () => {
		const window = new ConcurrencyWindow();
		let inFlight = fill(window);
		for (let passed = 0; passed < 3 * 43 - 1; passed += 1) {
			answer(window, 1);
			inFlight += fill(window) - 1;
		}
		expect(inFlight).toBe(8);
	});

	it('stays as it is when an answer comes while it is not full', () => {
		const window = new ConcurrencyWindow();
		fill(window);
		answer(window);
		window.enter();
		answer(window);
		expect(fill(window)).toBe(2);
	});

	it('is halved to what was in flight, and not below one', () => {
		const window = new ConcurrencyWindow();
		for (let answers = 0; answers < 8; answers += 1) {
			fill(window);
			answer(window);
		}
		fill(window);
		for (let left = 0; left < 2; left += 1) window.leave();
		window.halve(); // seven of nine are in flight
		for (let left = 0; left < 7; left += 1) window.leave();
		expect(fill(window)).toBe(3);

		for (let left = 0; left < 2; left += 1) window.leave();
		window.halve();
		window.leave();
		expect(fill(window)).toBe(1);
	});

	it('grows from what is left of it after it was halved', () => {
		const window = new ConcurrencyWindow();
		for (let answers = 0; answers < 16; answers += 1) {
			fill(window);
			answer(window, answers === 15 ? 1000 : 100);
		}
		const inFlight = fill(window) + 15;
		window.halve();
		for (let left = 0; left < inFlight; left += 1) window.leave();
		const halved = fill(window);
		let size = halved;
		for (let answers = 0; answers < 4 * halved; answers += 1) {
			answer(window, 0);
			size += fill(window) - 1;
		}
		expect(size).toBe(halved);
	});
});
