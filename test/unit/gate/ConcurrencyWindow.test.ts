import { ConcurrencyWindow } from '../../../nodes/Messenger/gate/ConcurrencyWindow';

let window: ConcurrencyWindow;
let inFlight: number;
let now: number;
beforeEach(() => {
	window = new ConcurrencyWindow();
	inFlight = now = 0;
	fill();
});

/** As many leave as may. */
function fill() {
	while (!window.isFull(inFlight)) inFlight += 1;
	return inFlight;
}

/** So many are accepted, each so many milliseconds after the one before, and others leave in their place. */
function accept(count: number, after: number) {
	for (let accepted = 0; accepted < count; accepted += 1) {
		now += after;
		window.open(inFlight, now);
		inFlight -= 1;
		fill();
	}
	return inFlight;
}

describe('the window of requests in flight', () => {
	it('lets one leave at first, and doubles with each round trip', () => {
		expect(inFlight).toBe(1);
		const rounds = [1, 2, 4, 8].map((count) => accept(1, 50) && accept(count - 1, 0));
		expect(rounds).toEqual([2, 4, 8, 16]);
	});

	it('doubles no more often than every 43 ms, however fast the answers come', () => {
		expect(accept(3 * 43 - 1, 1)).toBe(8);
		expect(accept(2, 1)).toBe(9);
	});

	it('stays as it is when an answer comes while it is not full', () => {
		accept(1, 1000);
		window.open(1, 5000);
		inFlight = 0;
		expect(fill()).toBe(2);
	});

	it.each([
		[9, 4],
		[7, 3],
		[1, 1],
	])('is halved by a 429 from what was in flight, %i, to %i, and grows from there', (was, size) => {
		accept(8, 1000);
		window.halve(was);
		inFlight = 0;
		expect(fill()).toBe(size);
		expect(accept(4 * size, 0)).toBe(size);
		expect(accept(1, 43)).toBe(size + 1);
	});
});
