import fc from 'fast-check';
import type { INodeExecutionData } from 'n8n-workflow';

import { Messenger } from '../../nodes/Messenger/Messenger.node';
import type { FaultyService } from '../support/FaultyService';
import { cases } from '../node/cases';
import { nodeInput, type NodeInput } from './random';
import './seed';
import { continues, runNode, withoutRunner } from '../support/runNode';
import { startService } from '../support/service';

let service: FaultyService;
beforeAll(async () => {
	service = await startService();
});
afterAll(async () => await service.close());

const declarative = withoutRunner();

async function requestsOf(input: NodeInput, nodeType: Messenger) {
	service.requests.length = 0;
	const { parameters, items } = input;
	const credential = { baseUrl: service.url };
	const execution = await runNode(parameters, { credential, items, node: continues, nodeType });
	expect(execution.error).toBeUndefined();
	const requests = service.requests.map(({ method, path, headers, body }) =>
		JSON.stringify([method, path, headers.accept, headers['content-type'], body]),
	);
	return { requests: requests.sort(), output: execution.output.map(inOneForm) };
}

/** If n8n itself cannot evaluate something, its engine returns an error item in its own form. */
function inOneForm(item: INodeExecutionData) {
	const isEvaluated = !String(item.json.error).includes('Expression evaluation failed');
	return isEvaluated ? item : { pairedItem: item.pairedItem, isEvaluated };
}

describe.each(cases)('$name (R10)', (its) => {
	/** n8n's own engine makes a campaign of each item: one item is all that the two have in common. */
	const maxLength = its.operation === 'sendToItems' ? 1 : 4;
	const sendMode = fc.constantFrom('send', 'send', 'previewManual', 'preview', 'nonsense');
	const input = fc
		.tuple(nodeInput(its, { minLength: 1, maxLength }), sendMode)
		.map(([{ parameters, items }, chosen]) => ({
			parameters: its.resource === 'campaign' ? { ...parameters, sendMode: chosen } : parameters,
			items,
		}));

	it("makes the same requests and items by the runner and by n8n's declarative engine", async () => {
		await fc.assert(
			fc.asyncProperty(input, async (given) => {
				const byRunner = await requestsOf(given, new Messenger());
				const byEngine = await requestsOf(given, declarative);
				expect(byRunner).toEqual(byEngine);
			}),
			{ numRuns: 40 },
		);
	});
});
