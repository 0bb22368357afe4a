import { systemClock } from '../../nodes/runtime/http/clock';
import { run, service, writing } from './scripted';

afterEach(() => jest.restoreAllMocks());

it("pauses after each batch of n8n's Batching (N1)", async () => {
	const seen: string[] = [];
	service.fate = () => void seen.push('request');
	const { sleep } = systemClock;
	jest.spyOn(systemClock, 'sleep').mockImplementation(async (milliseconds, signal) => {
		if (milliseconds === 77) seen.push('pause');
		await sleep(milliseconds, signal);
	});
	const batching = { batch: { batchSize: 2, batchInterval: 77 } };
	await run({ ...writing, requestOptions: { batching, maxConcurrency: 1 } }, { items: 5 });
	expect(seen.join(' ')).toBe('request request pause request request pause request');
});

it('pauses after one batch at a time, however many requests may leave at once (N1)', async () => {
	const batching = { batch: { batchSize: 1, batchInterval: 100 } };
	await run({ ...writing, requestOptions: { batching } }, { items: 4 });
	const [first = 0, , , last = 0] = service.connections;
	expect(last - first).toBeGreaterThan(250);
});
