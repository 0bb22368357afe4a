import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { entriesOf } from '../../../nodes/runtime/node/entry';
import type { NodeError } from '../../../nodes/runtime/run/nodeError';
import type { OperationDefinition } from '../../../nodes/runtime/run/operation';
import { startN8n } from '../../support/startN8n';
import { service } from '../../../nodes/Messenger/service';
import { endpoints } from '../../support/endpoints';

const definition = {
	name: 'Send',
	value: 'send',
	action: 'Send text',
	description: 'Sends a text.',
	endpoint: endpoints.sendEvent,
	inputsToCheck: ['the text'],
	parameters: [
		{
			name: 'text',
			displayName: 'Text',
			type: 'string',
			default: '',
			routing: { send: { type: 'body', property: 'text' } },
		},
	],
	evaluateOncePerRun: ['text'],
	toRequest: ({ text, place = '' }: IDataObject) => ({
		body: { text: `${String(text)}${String(place)}` },
	}),
	toItems: (body: unknown) => [body as IDataObject],
} as unknown as OperationDefinition<IDataObject>;
const operation = entriesOf(service, definition);

let n8n: ReturnType<typeof startN8n>;
beforeEach(() => (n8n = startN8n()));

describe('a custom operation', () => {
	const rowsOf = async ({ execute } = operation) => {
		const [items] = (await execute.call(n8n.context)) as IDataObject[][];
		return items?.map(({ json }) => json as IDataObject);
	};
	const sent = async () => (await rowsOf())?.map((json) => json.sent ?? 'failed');

	it("has n8n's items, parameters, options, On Error, hints and execution", async () => {
		const showHints = jest.spyOn(n8n.context, 'addExecutionHints');
		n8n.continues = true;
		n8n.items = ['500', '502'].map((text) => ({ text }));
		n8n.parameters = { text: '={{ $json.text }}' };
		expect(await sent()).toEqual(['failed', 'failed']);
		n8n.statusOf = () => 200;
		// Within Retry On Fail, what may have been sent is not sent again.
		expect(await sent()).toEqual(['failed', 'failed']);
		const message = expect.stringContaining('2 items') as string;
		expect(showHints.mock.calls).toEqual(Array(2).fill([{ message, location: 'outputPane' }]));
		expect(n8n.evaluated).toEqual([]);

		n8n.parameters = { text: '={{ $now }}' };
		n8n.executeData = {};
		expect(await sent()).toEqual(['text 0', 'text 0']);
		expect(n8n.evaluated).toEqual(['text 0']);

		// Nobody sees the hints of a tool call.
		Object.assign(n8n, { type: 'messengerTool', executeData: {}, statusOf: () => 500 });
		expect(await sent()).toEqual(['failed', 'failed']);
		expect(showHints).toHaveBeenCalledTimes(3);

		n8n.continues = false;
		await expect(sent()).rejects.toThrow();
		expect(Object.keys(n8n.stored)).toHaveLength(1);
	});

	it('adds the fields of the input where the option says so, but not for a tool', async () => {
		const { getNodeParameter } = n8n.context;
		n8n.context.getNodeParameter = ((path: string, item: number) =>
			path === 'options.includeInputFields' || getNodeParameter(path, item)) as never;
		n8n.items = [{ text: 'a', id: 7, own: 1 }];
		n8n.parameters = { text: '={{ $json.text }}' };
		const including = entriesOf(service, { ...definition, ownFields: ['own'] });
		const answer = { success: true, sent: 'a' };
		expect(await rowsOf(operation)).toEqual([answer]);
		expect(await rowsOf(including)).toEqual([{ text: 'a', id: 7, ...answer }]);
		n8n.type = 'messengerTool';
		expect(await rowsOf(including)).toEqual([answer]);
	});
});

describe("a call by n8n's declarative engine", () => {
	const call = async (text: string): Promise<INodeExecutionData[]> =>
		await operation.pagination.call(n8n.context, {
			options: { body: { text, place: ' in Rome' } },
		});
	beforeEach(() => (n8n.type = 'messengerTool'));

	it('sends what the engine put together, for its own item', async () => {
		const json = { success: true, sent: 'it in Rome' };
		expect(await call('it')).toEqual([{ json, pairedItem: { item: 2 } }]);
	});

	it('answers a failure with an item, without a hint (E2)', async () => {
		const error = expect.stringContaining('do not call again') as string;
		const details = { state: 'uncertain', httpCode: '503' };
		expect(await call('503')).toMatchObject([
			{ json: { error, details }, pairedItem: { item: 2 } },
		]);
		expect(n8n.logged).toEqual([expect.stringContaining('1 item')]);
		expect(n8n.hints).toEqual([]);
		expect(await call('422')).toMatchObject([{ json: { details: { state: 'failed' } } }]);
		n8n.requestOptions = { timeout: -1 };
		expect(await call('it')).toMatchObject([{ json: { details: { parameter: 'timeout' } } }]);
		expect(n8n.arrived).toEqual(['503 in Rome', '422 in Rome']);
	});

	it('answers a failure with an error where it is no tool, unless On Error is Continue (E2)', async () => {
		n8n.type = 'messenger';
		const error = (await call('422').catch((thrown: unknown) => thrown)) as NodeError;
		expect(error.context).toMatchObject({ itemIndex: 2 });
		n8n.continues = true;
		expect(await call('422')).toMatchObject([{ json: { details: { state: 'failed' } } }]);
	});

	it('begins a run of its own each time, whatever became of an equal one', async () => {
		expect(await call('it')).toEqual(await call('it'));
		expect(n8n.arrived).toEqual(['it in Rome', 'it in Rome']);
	});
});
