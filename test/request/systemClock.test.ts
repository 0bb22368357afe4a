import { clock } from '../../nodes/Messenger/request/clock';

it('sleeps as long as it is told', async () => {
	const before = performance.now();
	await clock.sleep(1200, undefined);
	await clock.sleep(1200, new AbortController().signal);
	const slept = performance.now() - before;
	expect(slept).toBeGreaterThan(2380);
	expect(slept).toBeLessThan(3400);
});

it('wakes up when the signal is aborted, with its reason', async () => {
	const stop = new AbortController();
	const before = performance.now();
	const sleeping = clock.sleep(5000, stop.signal);
	stop.abort(new Error('stopped'));
	await expect(sleeping).rejects.toThrow('stopped');
	expect(performance.now() - before).toBeLessThan(900);
});

it('does not fall asleep where the signal was aborted before', async () => {
	await expect(clock.sleep(5000, AbortSignal.abort(new Error('stopped')))).rejects.toThrow(
		'stopped',
	);
});
