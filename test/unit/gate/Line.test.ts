import { Line, type ActiveRun, type Waiting } from '../../../nodes/Messenger/gate/Line';

const history = { throttled: 0, outageMs: 0 };
let line: Line;
beforeEach(() => {
	history.outageMs = 0;
	line = new Line({ maxConcurrency: 2, history } as ActiveRun);
});

const waiting = (isThrottled: boolean): Waiting => ({
	recipients: 1,
	isThrottled,
	resolve: () => {},
});

it('what was throttled takes turns with what is fresh, and each keeps its order (R3)', () => {
	const [a, b, c] = [true, true, true].map(waiting) as [Waiting, Waiting, Waiting];
	const [x, y, z] = [false, false, false].map(waiting) as [Waiting, Waiting, Waiting];
	for (const one of [x, a, y, b, c, z]) line.add(one);
	expect(line.waiting).toEqual([a, b, c, x, y, z]);
	expect(line.isReady).toBe(true);
	const order = [];
	for (let next = line.next; next && order.length < 9; next = line.next) {
		order.push(next);
		line.take(next);
	}
	expect(order.map((one) => [a, x, b, y, c, z].indexOf(one))).toEqual([0, 1, 2, 3, 4, 5]);
	expect(line.isReady).toBe(false);
});

it.each([
	[0, 1, true],
	[1, 1, true],
	[2, 1, false],
	[0, 0, false],
])('with %i on their way and %i waiting, one may leave: %s', (inFlight, count, isReady) => {
	line.inFlight = inFlight;
	for (let added = 0; added < count; added += 1) line.add(waiting(false));
	expect(line.isReady).toBe(isReady);
});

it('adds up the time for which it is held back, until something is accepted (R6)', () => {
	line.hold(true, false, 100);
	line.hold(true, true, 150);
	expect(line.waited(300)).toBe(200);
	line.hold(false, true, 400);
	line.hold(false, false, 450);
	expect(line.waited(500)).toBe(300);
	line.hold(true, false, 600);
	expect(line.waited(650)).toBe(350);
	line.renew(700);
	expect(line.waited(725)).toBe(25);
	line.hold(false, false, 730);
	line.renew(800);
	expect(line.waited(900)).toBe(0);
	expect(history.outageMs).toBe(250);
});
