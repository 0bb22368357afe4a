import { FairQueue, type QueuedRun } from '../../../nodes/Messenger/gate/FairQueue';

interface Item {
	run: QueuedRun;
	name: string;
	throttledBefore: boolean;
}

function run(maxConcurrency = 10, inFlight = 0) {
	return { maxConcurrency, inFlight };
}

function item(of: QueuedRun, name: string, throttledBefore = false): Item {
	return { run: of, name, throttledBefore };
}

function drain(queue: FairQueue<Item>): string {
	const names = [];
	for (let next = queue.next(); next; next = queue.next()) {
		names.push(next.name);
		queue.take(next);
	}
	return names.join(' ');
}

describe('The queue of all runs', () => {
	it('keeps the order within a run', () => {
		const queue = new FairQueue<Item>();
		const only = run();
		for (const name of ['a', 'b', 'c']) queue.add(item(only, name));
		expect(drain(queue)).toBe('a b c');
		expect(queue.isEmpty).toBe(true);
	});

	it('lets the runs take turns', () => {
		const queue = new FairQueue<Item>();
		const [long, short] = [run(), run()];
		for (const name of ['l1', 'l2', 'l3', 'l4']) queue.add(item(long, name));
		for (const name of ['s1', 's2']) queue.add(item(short, name));
		expect(drain(queue)).toBe('l1 s1 l2 s2 l3 l4');
	});

	it('lets what was refused before go first, of whatever run', () => {
		const queue = new FairQueue<Item>();
		const [first, second] = [run(), run()];
		queue.add(item(first, 'fresh'));
		queue.add(item(first, 'refused', true));
		queue.add(item(second, 'other'));
		queue.add(item(second, 'other refused', true));
		expect(drain(queue)).toBe('refused other refused fresh other');
	});

	it('finds what was refused behind runs that have none such', () => {
		const queue = new FairQueue<Item>();
		queue.add(item(run(), 'fresh'));
		queue.add(item(run(), 'refused', true));
		expect(drain(queue)).toBe('refused fresh');
	});

	it('passes over a run that is at its ceiling', () => {
		const queue = new FairQueue<Item>();
		const busy = run(3, 3);
		const idle = run(3, 2);
		queue.add(item(busy, 'busy', true));
		queue.add(item(idle, 'idle'));
		expect(queue.next()?.name).toBe('idle');
		expect(drain(queue)).toBe('idle');
		expect(queue.isEmpty).toBe(false);
		busy.inFlight = 2;
		expect(drain(queue)).toBe('busy');
	});

	it('leaves the next in until it is taken', () => {
		const queue = new FairQueue<Item>();
		const only = run();
		queue.add(item(only, 'a'));
		queue.add(item(only, 'b'));
		expect([queue.next()?.name, queue.next()?.name]).toEqual(['a', 'a']);
	});

	it('lets an item be taken out before its turn', () => {
		const queue = new FairQueue<Item>();
		const only = run();
		const leaving = item(only, 'leaving');
		const refused = item(only, 'refused', true);
		for (const one of [item(only, 'a'), leaving, item(only, 'b'), refused]) queue.add(one);
		queue.remove(leaving);
		queue.remove(refused);
		queue.remove(refused);
		expect(drain(queue)).toBe('a b');
	});

	it('does not know a run any more that has nothing waiting', () => {
		const queue = new FairQueue<Item>();
		const [one, other] = [run(), run()];
		const last = item(one, 'last');
		queue.add(last);
		queue.add(item(other, 'a'));
		queue.remove(last);
		queue.remove(last);
		expect(queue.runs).toEqual([other]);
	});

	it('gives all that a run has waiting, and leaves the others', () => {
		const queue = new FairQueue<Item>();
		const [one, other] = [run(), run()];
		queue.add(item(one, 'a'));
		queue.add(item(one, 'b', true));
		queue.add(item(other, 'c'));
		expect(queue.clear(one).map(({ name }) => name)).toEqual(['b', 'a']);
		expect(queue.clear(one)).toEqual([]);
		expect(drain(queue)).toBe('c');
	});
});
