import { answers, neverAnswers } from '../support/conducts';
import type { Conduct } from '../support/FaultyService';
import { continues } from '../support/runNode';
import { ended, operations, run, sendToItems, service, writing } from './scripted';

const elsewhere = { Location: 'https://elsewhere.example.com/' };
const everyOperation = operations.map(({ name, marked }) => [name, marked] as const);

describe.each<[string, Conduct]>([
	['a wrong key', answers(401, { detail: 'Authentication credentials were not provided.' })],
	['a blocked key, where nothing is waited for', answers(403, { message: 'Forbidden' })],
	['a missing Accept header', answers(406, {})],
	['a redirect', answers(302, '', elsewhere)],
])('%s costs one request of 30 items (R3)', (_, conduct) => {
	it.each(everyOperation)('of %s', async (_name, parameters) => {
		service.fate = () => conduct;
		const hasty = { ...parameters, requestOptions: { maxRetryWait: 0 } };
		const stopped = await run(hasty, { items: 30 });
		expect(ended(stopped).notSent).toHaveLength(29);
		const { output, failed } = await run(hasty, { items: 30, node: continues });
		expect([output.length, failed.length]).toEqual([30, 30]);
		expect(service.connections).toHaveLength(2);
	});
});

describe.each(everyOperation)('%s', (_name, parameters) => {
	it.each([400, 404])('costs ten requests where each is answered by a %i (R3)', async (status) => {
		service.fate = () => answers(status, {});
		const { failed } = await run(parameters, { items: 30, node: continues });
		expect(service.connections).toHaveLength(10);
		expect(failed).toHaveLength(30);
	});
});

it.each([401, 403])('a %i in the middle of a run lets no more leave (R2, R3)', async (status) => {
	service.fate = (_request, position) => (position < 50 ? undefined : answers(status, {}));
	const parameters = { ...writing, requestOptions: { maxConcurrency: 5, maxRetryWait: 0 } };
	const { output, failed } = await run(parameters, { items: 200, node: continues });
	expect(service.requests.length).toBeLessThanOrEqual(55);
	expect([output.length, failed.length]).toEqual([200, 150]);
});

describe('a failed request of Send to All Items keeps back all that has not left (R2)', () => {
	const parameters = {
		...sendToItems,
		// Several campaigns, each of several requests.
		templateName: '={{ "welcome-" + $itemIndex % 3 }}',
		requestOptions: { maxConcurrency: 50, timeout: 1_000 },
	};

	const failures: Array<[string, Conduct]> = [
		['a 500', answers(500, {})],
		['a redirect', answers(302, '', elsewhere)],
		['a timeout', neverAnswers],
	];

	it.each(failures)('after %s to the fourth one', async (_, conduct) => {
		let inFlightAtFailure = 0;
		const countsOnly = { onRequest: () => void (inFlightAtFailure += 1) };
		service.fate = (_request, position) =>
			position < 3 ? undefined : position === 3 ? conduct : countsOnly;
		const { accepted, uncertain, failed, notSent } = ended(await run(parameters, { items: 30 }));
		// Requests in flight when the fourth failed never get an answer here.
		expect(inFlightAtFailure).toBeLessThanOrEqual(3);
		expect(service.connections).toHaveLength(4 + inFlightAtFailure);
		expect([accepted.length, uncertain.length + failed.length]).toEqual([3, 1 + inFlightAtFailure]);
		expect(notSent).toHaveLength(26 - inFlightAtFailure);
	});
});
