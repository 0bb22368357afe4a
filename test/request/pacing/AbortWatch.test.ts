import { getEventListeners } from 'node:events';

import { AbortWatch } from '../../../nodes/Messenger/gate/AbortWatch';

describe('The watch over abort signals', () => {
	function watch() {
		const told: Array<[string, unknown]> = [];
		return { told, watch: new AbortWatch<string>((one, reason) => told.push([one, reason])) };
	}

	it('tells each that waits, with the reason, once', () => {
		const { told, watch: watching } = watch();
		const controller = new AbortController();
		watching.add('a', controller.signal);
		watching.add('b', controller.signal);
		watching.add('other', new AbortController().signal);
		controller.abort('stop');
		controller.abort('again');
		expect(told).toEqual([
			['a', 'stop'],
			['b', 'stop'],
		]);
	});

	it('does not tell what waits no more', () => {
		const { told, watch: watching } = watch();
		const controller = new AbortController();
		watching.add('a', controller.signal);
		watching.add('b', controller.signal);
		watching.delete('a', controller.signal);
		controller.abort('stop');
		expect(told).toEqual([['b', 'stop']]);
	});

	it('listens to a signal once, and only while something waits', () => {
		const { watch: watching } = watch();
		const { signal } = new AbortController();
		const listeners = () => getEventListeners(signal, 'abort').length;
		watching.add('a', signal);
		watching.add('b', signal);
		expect(listeners()).toBe(1);
		watching.delete('a', signal);
		expect(listeners()).toBe(1);
		watching.delete('b', signal);
		watching.delete('b', signal);
		expect(listeners()).toBe(0);
	});

	it('watches a signal again after nothing waited', () => {
		const { told, watch: watching } = watch();
		const controller = new AbortController();
		watching.add('a', controller.signal);
		watching.delete('a', controller.signal);
		watching.add('b', controller.signal);
		controller.abort('stop');
		expect(told).toEqual([['b', 'stop']]);
	});
});
