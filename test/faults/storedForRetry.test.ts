import { answers } from '../support/conducts';
import { execute, stored } from './execution';
import { sendToItems } from './operations';
import { people, sentFor, startService } from '../support/service';

it('what n8n stores for a retry of 10,000 items takes no more than their output', async () => {
	const parameters = {
		...sendToItems,
		messengerNumber: '={{ $json.number }}',
		options: { recipientsPerRequest: 1_000 },
	};
	const items = people(10_000);
	let isRefused = true;
	const service = await startService((request) =>
		isRefused && sentFor(request).includes('9999')
			? answers(400, { message: 'Bad request' })
			: undefined,
	);
	const { run } = await execute(parameters, { url: service.url, items });
	const { executionData } = run.run.data;
	const before = stored(run).length;
	if (executionData) executionData.contextData = {};
	const kept = before - stored(run).length;

	isRefused = false;
	const succeeded = await execute(parameters, { url: service.url, items });
	await service.close();
	expect(kept).toBeGreaterThan(0);
	expect(kept).toBeLessThan(JSON.stringify(succeeded.output).length);
});
