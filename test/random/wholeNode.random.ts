import { parse } from 'node:querystring';
import fc from 'fast-check';
import type { IDataObject, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { ServiceDocument } from '../../sandbox/document';
import { answers } from '../support/conducts';
import { FaultyService } from '../support/FaultyService';
import { continues, runNode } from '../support/runNode';
import { cases } from '../node/cases';
import { nodeInput, type NodeInput } from './random';
import './seed';

const itemsPerRun = 100;
const numRuns = 16;

const anyMode = fc.constantFrom('manual' as const, 'trigger' as const);

const document = new ServiceDocument();

/** Why the document refuses each request, in the order of arrival; empty where it accepts it. */
let errors: string[][] = [];

/** It accepts everything; its answer says which request it answers. */
let service: FaultyService;
beforeAll(async () => {
	service = await FaultyService.start({
		onRequest: (response, request) => {
			const [path, query] = request.path.split('?');
			const { endpoint, answer } = cases.find(
				(one) => one.method === request.method && one.path === path,
			)!;
			const number = { request: errors.length };
			const { body } = request;
			errors.push(document.requestErrors(endpoint, { body, query: { ...parse(query ?? '') } }));
			const { data } = answer;
			const numbered =
				data === undefined ? number : { data: Array.isArray(data) ? [number] : number };
			answers(200, { ...answer, ...numbered }).onRequest?.(response, request);
		},
	});
});
afterAll(async () => await service.close());

const pairedWith = ({ pairedItem }: INodeExecutionData): number[] =>
	[pairedItem].flat().map((paired) => (paired as IPairedItemData).item);

/** A refusal before sending names its item, and promises that nothing was sent. */
const refusal = /\[item \d+\] .*Nothing was sent for this item\.$/s;

const isRefusal = ({ json }: INodeExecutionData) =>
	refusal.test(`${String(json.error)} ${String(json.message)}`);

/** An output that needs no request: a preview, a duplicate, no number, or the result for a malformed address. */
const isWithoutRequest = ({ json }: INodeExecutionData) =>
	['preview', 'duplicate', 'no_number'].includes(String(json.send_status)) ||
	json.status === 'invalid_format';

const errorsOfPreview = ({ json: { request } }: INodeExecutionData) =>
	request ? document.requestErrors('sendCampaign', { body: (request as IDataObject).body }) : [];

describe.each(cases)('$name, whatever the parameters and the items', (operation) => {
	let [sent, refused] = [0, 0];

	async function check(input: NodeInput, mode: 'manual' | 'trigger'): Promise<void> {
		errors = [];
		const { parameters, items: given } = input;
		const credential = { baseUrl: service.url };
		const settings = { items: given, node: continues, credential, mode };
		const { error, output } = await runNode(parameters, settings);
		expect(error).toBeUndefined();

		// Every input item has its output, in its place.
		expect(output.flatMap(pairedWith)).toEqual(given.map((_, index) => index));

		// Any other item was sent in a request that the document accepts, or needs none.
		const answered = new Set<number>();
		for (const item of output) {
			if (isRefusal(item)) refused += 1;
			else if (isWithoutRequest(item)) expect(errorsOfPreview(item)).toEqual([]);
			else {
				const number = item.json.request as number;
				const problems = errors[number] ?? ['neither sent nor refused'];
				const from = pairedWith(item).map((index) => given[index]);
				expect({ problems, ...(problems.length > 0 && { item, from }) }).toEqual({ problems: [] });
				answered.add(number);
				sent += 1;
			}
		}
		// And nothing was sent for any other.
		expect(answered.size).toBe(errors.length);
	}

	it('sends what the document accepts, or refuses it and sends nothing', async () => {
		await fc.assert(fc.asyncProperty(nodeInput(operation, itemsPerRun), anyMode, check), {
			numRuns,
			// The failed expectation shows the item; shrinking would take longer than a test may.
			endOnFailure: true,
		});
		// Both happen often: the property is not true for lack of trying.
		expect(Math.min(sent, refused)).toBeGreaterThan((numRuns * itemsPerRun) / 20);
	}, 120_000);
});
