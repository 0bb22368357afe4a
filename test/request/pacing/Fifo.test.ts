import { Fifo } from '../../../nodes/Messenger/gate/Fifo';

function item(name: string) {
	return { name };
}

/** Takes everything out from the front. */
function drain<T extends object>(fifo: Fifo<T>): T[] {
	const items = [];
	for (let first = fifo.first(); first; first = fifo.first()) {
		items.push(first);
		fifo.delete(first);
	}
	return items;
}

describe('The queue of one run', () => {
	const [a, b, c, d] = [item('a'), item('b'), item('c'), item('d')];

	it('gives first what came first', () => {
		const fifo = new Fifo();
		for (const one of [a, b, c]) fifo.add(one);
		expect(fifo.length).toBe(3);
		expect(drain(fifo)).toEqual([a, b, c]);
		expect(fifo.length).toBe(0);
		expect(fifo.first()).toBeUndefined();
	});

	it('leaves the first in until it is taken out', () => {
		const fifo = new Fifo();
		fifo.add(a);
		fifo.add(b);
		expect([fifo.first(), fifo.first()]).toEqual([a, a]);
	});

	it('skips what was taken out of turn', () => {
		const fifo = new Fifo();
		for (const one of [a, b, c, d]) fifo.add(one);
		expect(fifo.first()).toBe(a);
		expect(fifo.delete(a)).toBe(true);
		expect(fifo.delete(c)).toBe(true);
		expect(fifo.delete(c)).toBe(false);
		expect(drain(fifo)).toEqual([b, d]);
	});

	it('goes on after it was empty', () => {
		const fifo = new Fifo();
		fifo.add(a);
		drain(fifo);
		fifo.add(b);
		expect(fifo.first()).toBe(b);
		fifo.add(c);
		expect(drain(fifo)).toEqual([b, c]);
	});

	it('gives everything at once, in order, and is empty', () => {
		const fifo = new Fifo();
		for (const one of [a, b, c]) fifo.add(one);
		fifo.delete(b);
		expect(fifo.clear()).toEqual([a, c]);
		expect(fifo.first()).toBeUndefined();
	});
});
