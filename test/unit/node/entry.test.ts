import type { IDataObject } from 'n8n-workflow';

import { entriesOf } from '../../../nodes/runtime/node/entry';
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
	toRequest: ({ text }: IDataObject) => ({ body: { text } }),
	toItems: (body: unknown) => [body as IDataObject],
} as unknown as OperationDefinition<IDataObject>;
const operation = entriesOf(service, definition);

it("a run has n8n's items, parameters, options, On Error, hints and execution", async () => {
	const n8n = startN8n();
	const showHints = jest.spyOn(n8n.context, 'addExecutionHints');
	n8n.continues = true;
	n8n.items = ['500', '502'].map((text) => ({ text }));
	n8n.parameters = { text: '={{ $json.text }}' };
	const execute = async () => {
		const [items] = (await operation.execute.call(n8n.context)) as IDataObject[][];
		return items?.map(({ json }) => (json as IDataObject).sent ?? 'failed');
	};
	expect(await execute()).toEqual(['failed', 'failed']);
	n8n.statusOf = () => 200;
	// Within Retry On Fail, what may have been sent is not sent again.
	expect(await execute()).toEqual(['failed', 'failed']);
	const message = expect.stringContaining('2 items') as string;
	expect(showHints.mock.calls).toEqual(Array(2).fill([{ message, location: 'outputPane' }]));
	expect(n8n.evaluated).toEqual([]);

	n8n.parameters = { text: '={{ $now }}' };
	n8n.executeData = {};
	expect(await execute()).toEqual(['text 0', 'text 0']);
	expect(n8n.evaluated).toEqual(['text 0']);

	// Nobody sees the hints of a tool call.
	Object.assign(n8n, { type: 'messengerTool', executeData: {}, statusOf: () => 500 });
	expect(await execute()).toEqual(['failed', 'failed']);
	expect(showHints).toHaveBeenCalledTimes(3);

	n8n.continues = false;
	await expect(execute()).rejects.toThrow();
	expect(Object.keys(n8n.stored)).toHaveLength(1);
});

it('the output has the fields of the input where the option says so, but not that of a tool', async () => {
	const n8n = startN8n();
	const { getNodeParameter } = n8n.context;
	n8n.context.getNodeParameter = ((path: string, item: number) =>
		path === 'options.includeInputFields' || getNodeParameter(path, item)) as never;
	n8n.items = [{ text: 'a', id: 7, own: 1 }];
	n8n.parameters = { text: '={{ $json.text }}' };
	const rowsOf = async ({ execute }: typeof operation) => {
		n8n.executeData = {};
		const [items] = (await execute.call(n8n.context)) as IDataObject[][];
		return items?.map(({ json }) => json);
	};
	const answer = { success: true, sent: 'a' };
	expect(await rowsOf(operation)).toEqual([answer]);
	const including = entriesOf(service, { ...definition, ownFields: ['own'] });
	expect(await rowsOf(including)).toEqual([{ text: 'a', id: 7, ...answer }]);
	n8n.type = 'messengerTool';
	expect(await rowsOf(including)).toEqual([answer]);
});
