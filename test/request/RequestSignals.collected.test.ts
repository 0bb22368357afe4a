import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { RequestSignals } from '../../nodes/Messenger/http/RequestSignals';
import { systemClock } from '../../nodes/Messenger/http/systemClock';
import '../support/onTheClock';

it('a timeout that nothing refers to comes all the same, also after a garbage collection', async () => {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	const ended = jest.fn();
	const listenOnly = () => {
		const { signal } = new RequestSignals(300, systemClock).begin();
		AbortSignal.any([signal]).addEventListener('abort', ended);
	};
	const before = performance.now();
	listenOnly();
	for (let round = 0; round < 5; round++) {
		collectGarbage();
		await pause(20);
	}
	while (performance.now() - before < 1000) await pause(50);
	expect(ended).toHaveBeenCalledTimes(1);
});
