import { answers } from '../support/conducts';
import type { Conduct } from '../support/FaultyService';
import { continues } from '../support/runNode';
import { ended, operations, run, service, writing } from './scripted';

describe.each<[string, Conduct]>([
	['a wrong key', answers(401, { detail: 'Authentication credentials were not provided.' })],
	['a blocked key, where nothing is waited for', answers(403, { message: 'Forbidden' })],
	['a missing Accept header', answers(406, {})],
	['a redirect', answers(302, '', { Location: 'https://elsewhere.example.com/' })],
])('%s costs one request of 30 items (R3)', (_, conduct) => {
	it.each(operations)('of $name', async ({ marked }) => {
		service.fate = () => conduct;
		const hasty = { ...marked, requestOptions: { maxRetryWait: 0 } };
		const stopped = await run(hasty, { items: 30 });
		expect(ended(stopped).notSent).toHaveLength(29);
		const { output, failed } = await run(hasty, { items: 30, node: continues });
		expect([output.length, failed.length]).toEqual([30, 30]);
		expect(service.connections).toHaveLength(2);
	});
});

it.each([401, 403])('a %i in the middle of a run lets no more leave (R2, R3)', async (status) => {
	service.fate = (_request, position) => (position < 50 ? undefined : answers(status, {}));
	const parameters = { ...writing, requestOptions: { maxConcurrency: 5, maxRetryWait: 0 } };
	const { output, failed } = await run(parameters, { items: 200, node: continues });
	expect(service.requests.length).toBeLessThanOrEqual(55);
	expect([output.length, failed.length]).toEqual([200, 150]);
});
