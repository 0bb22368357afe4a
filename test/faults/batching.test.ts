import type { FaultyService } from '../support/FaultyService';
import { execute } from './execution';
import { models, sendToItems } from './operations';
import { people, startService } from '../support/service';
import '../support/onTheClock';

let service: FaultyService;
beforeEach(async () => {
	service = await startService();
});
afterEach(async () => await service.close());

it.each(models)('Batching in $name pauses after every so many requests', async ({ parameters }) => {
	const batching = { batch: { batchSize: 3, batchInterval: 300 } };
	await execute(
		{ ...parameters, requestOptions: { batching } },
		{ url: service.url, items: people(9) },
	);
	const { connections } = service;
	expect(connections).toHaveLength(9);
	const pauseBefore = (index: number) => (connections[index] ?? 0) - (connections[index - 1] ?? 0);
	expect(pauseBefore(3)).toBeGreaterThan(250);
	expect(pauseBefore(6)).toBeGreaterThan(250);
});

it('Batching counts the requests of Send to All Items, not its items', async () => {
	const batching = { batch: { batchSize: 2, batchInterval: 400 } };
	await execute(
		{
			...sendToItems,
			options: { recipientsPerRequest: 10 },
			requestOptions: { batching },
		},
		{ url: service.url, items: people(40) },
	);
	const [first = 0, second = 0, third = 0, fourth = 0] = service.connections;
	expect(service.connections).toHaveLength(4);
	expect(third - first).toBeGreaterThan(350);
	expect(second - first).toBeLessThan(350);
	expect(fourth - third).toBeLessThan(350);
});
