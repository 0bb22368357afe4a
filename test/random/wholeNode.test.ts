import fc from 'fast-check';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	IPairedItemData,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { messengerWorkflow } from '../support/engine/messengerWorkflow';
import { runWorkflow } from '../support/engine/runWorkflow';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { DocumentServer } from './DocumentServer';
import { cases } from '../node/cases';
import { nodeInput, type NodeInput } from './nodeInput';

const itemsPerRun = 100;
const numRuns = 16;

const anyMode = fc.constantFrom<WorkflowExecuteMode>('manual', 'trigger');

const service = new DocumentServer();
beforeAll(() => service.start());
afterAll(() => service.stop());

async function run(
	{ parameters, items }: NodeInput,
	mode: WorkflowExecuteMode,
	settings: Partial<INode> = {},
) {
	service.errors = [];
	return await runWorkflow(messengerWorkflow(parameters, items, settings), {
		node: new Messenger(),
		credentialType: new MessengerApi(),
		credential: { baseUrl: service.url, apiKey: 'sk-live-9b1d7f' },
		mode,
	});
}

const pairedWith = ({ pairedItem }: INodeExecutionData): number[] =>
	[pairedItem].flat().map((paired) => (paired as IPairedItemData).item);

/** A refusal before sending names its item, and promises that nothing was sent. */
const refusal = /\[item \d+\] .*Nothing was sent for this item\.$/s;

const isRefusal = ({ json }: INodeExecutionData) =>
	refusal.test(`${String(json.error)} ${String(json.message)}`);

/** An output that needs no request: a preview, a duplicate, or the result for a malformed address. */
const isWithoutRequest = ({ json }: INodeExecutionData) =>
	['preview', 'duplicate'].includes(String(json.send_status)) || json.status === 'invalid_format';

describe.each(cases)('$name, whatever the parameters and the items', (operation) => {
	let [sent, refused] = [0, 0];

	async function check(input: NodeInput, mode: WorkflowExecuteMode): Promise<void> {
		const { items, error } = await run(input, mode, { onError: 'continueRegularOutput' });
		expect(error).toBeUndefined();
		const output = items('Messenger');

		// Every input item has its output, in its place.
		expect(output.flatMap(pairedWith)).toEqual(input.items.map((_, index) => index));

		// What is no refusal was sent in a request that the document accepts, or needs none.
		const answered = new Set<number>();
		for (const item of output) {
			if (isRefusal(item)) refused += 1;
			else if (isWithoutRequest(item)) expect(errorsOfPreview(item)).toEqual([]);
			else {
				const number = item.json.request as number;
				const errors = service.errors[number] ?? ['neither sent nor refused'];
				const given = pairedWith(item).map((index) => input.items[index]);
				expect({ errors, ...(errors.length > 0 && { item, given }) }).toEqual({ errors: [] });
				answered.add(number);
				sent += 1;
			}
		}
		// And nothing was sent for any other.
		expect(answered.size).toBe(service.errors.length);
		await checkStop(input, mode, output.find(isRefusal));
	}

	/** Alone and without "Continue", a refused item stops the node with the same words. */
	async function checkStop(
		{ parameters, items }: NodeInput,
		mode: WorkflowExecuteMode,
		refusedItem?: INodeExecutionData,
	) {
		if (refusedItem === undefined) return;
		const item = items[pairedWith(refusedItem)[0]!]!;
		const { error } = await run({ parameters, items: [item] }, mode);
		expect(service.errors).toEqual([]);
		expect(error?.name).toBe('NodeOperationError');
		expect(error?.message).toBe(String(refusedItem.json.error).replace(/item \d+\]$/, 'item 0]'));
	}

	const errorsOfPreview = ({ json: { request } }: INodeExecutionData) =>
		request ? service.errorsOf('sendCampaign', (request as IDataObject).body) : [];

	it('sends what the document accepts, or refuses it and sends nothing', async () => {
		await fc.assert(
			fc.asyncProperty(
				nodeInput(operation, { minLength: itemsPerRun, maxLength: itemsPerRun }),
				anyMode,
				check,
			),
			{
				numRuns,
				// The failed expectation shows the item; shrinking would take longer than a test may.
				endOnFailure: true,
			},
		);
		// Both happen often: the property is not true for lack of trying.
		expect(Math.min(sent, refused)).toBeGreaterThan((numRuns * itemsPerRun) / 20);
	}, 120_000);
});
