import type { INode } from 'n8n-workflow';

import { answers, later } from '../support/conducts';
import { declared } from '../support/declaredFailure';
import { FaultyService } from '../support/FaultyService';
import { cases, personOf } from '../node/cases';
import { continueOnFail, runNode } from './run';

const apiKey = 'stopping-key';
const blocked = 'This API key is temporarily blocked after too many bad requests';
const blocks = answers(403, { message: 'Forbidden' });

let service: FaultyService;
beforeEach(async () => {
	service = await FaultyService.start();
});
afterEach(() => service.close());

describe.each(cases)('$name', (operation) => {
	const good = answers(200, operation.answer);
	const run = async (items: number, settings: Partial<INode> = {}, maxConcurrency = 1) =>
		await runNode(
			{ ...operation.marked, requestOptions: { maxConcurrency } },
			{ baseUrl: service.url, apiKey, items, settings },
		);

	it('sends nothing more after the first 403, and each item says what happened', async () => {
		service.follow(good, blocks);
		const { json } = await run(5, continueOnFail);
		expect(service.requests.map(personOf)).toEqual([0, 1]);
		const advice = 'Correct the input and wait before you try again. 3 requests were not sent.';
		const notSent = {
			error: `Not sent, because an earlier request of this run failed: ${blocked}`,
			message: advice,
			details: declared({ state: 'not sent', httpCode: '403' }),
		};
		expect(json('Messenger')).toEqual([
			expect.not.objectContaining({ error: expect.anything() }),
			{
				error: blocked,
				message: advice,
				details: declared({ state: 'failed', httpCode: '403' }),
			},
			notSent,
			notSent,
			notSent,
		]);
	});

	it('stops the node at the first 403, and says what was not sent', async () => {
		service.follow(good, blocks);
		const { error } = await run(5);
		expect(service.requests).toHaveLength(2);
		expect(error).toMatchObject({
			name: 'NodeApiError',
			message: blocked,
			httpCode: '403',
			...declared({ failure: { cause: 'temporarily-unavailable' } }),
			context: { run: { accepted: [0], uncertain: [], failed: [1], notSent: [2, 3, 4] } },
		});
		expect(error?.context.itemIndex).toBeUndefined();
		if (!operation.readOnly) {
			expect(error?.description).toMatch(
				/ 3 requests were not sent\.<br>1 of 5 items was accepted \(0\)\.<br>1 item failed \(1\)\.<br>3 items were not sent \(2 to 4\)\.<br>To send only the rest, open Executions and press Retry\. Execute step sends all again\.$/,
			);
		}
	});

	it('begins a later run with a single request', async () => {
		service.follow(blocks);
		await run(3, continueOnFail, 10);
		const before = service.connections.length;
		expect(before).toBe(1);

		service.follow(later(200, good), good);
		const { error } = await run(6, {}, 10);
		expect(error).toBeUndefined();
		const [probe = 0, second = 0] = service.connections.slice(before);
		expect(service.connections).toHaveLength(before + 6);
		expect(second - probe).toBeGreaterThanOrEqual(190);
	});

	it('stops a later run at that request while the block lasts', async () => {
		service.follow(blocks);
		await run(1, continueOnFail);
		const { json } = await run(6, continueOnFail, 10);
		expect(service.connections).toHaveLength(2);
		expect(json('Messenger')).toHaveLength(6);
	});
});
