import type { IDataObject } from 'n8n-workflow';

import { defineNode } from '../../../nodes/runtime/node/defineNode';
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
	toRequest: ({ body }: { body: IDataObject }) => ({ body }),
	toItems: (body: unknown) => [body as IDataObject],
} as unknown as OperationDefinition;

let n8n: ReturnType<typeof startN8n>;
beforeEach(() => (n8n = startN8n()));

/** The output for a parameter, of the operation that the node's parameters choose. */
async function rowsOf(text: string, operation = definition, chosen: unknown = 'send') {
	n8n.parameters = { resource: 'event', operation: chosen as string, text };
	const outputs = ['Sent', 'Preview'];
	const names = { name: 'Event', value: 'event', description: '' };
	const resource = { ...names, operations: [operation], outputs };
	const [items] = await defineNode(service, [resource], 'event').execute(n8n.context);
	return items?.map(({ json }) => json);
}

it('a run that was cancelled before it began reads no item (R2)', async () => {
	n8n.items = [{}, {}];
	n8n.cancel.abort();
	await expect(rowsOf('={{ $now }}')).rejects.toThrow('cancel');
	expect([n8n.evaluated, n8n.arrived]).toEqual([[], []]);
});

it.each(['cancel', '={{ $json.operation }}', null])(
	'an operation that the node does not know is refused and shown: %s',
	async (operation) => {
		n8n.items = [{}];
		await expect(rowsOf('a', definition, operation)).rejects.toThrow(
			`This node doesn't know the operation "event: ${operation}"`,
		);
		expect(n8n.arrived).toEqual([]);
	},
);

describe('a tool', () => {
	beforeEach(() => {
		n8n.type = 'messengerTool';
		n8n.items = [{}];
		n8n.statusOf = () => 503;
	});

	it('that an agent or the MCP Server Trigger calls returns a failure as an item, without a hint (E2)', async () => {
		n8n.toolInput = () => [{ json: {} }];
		const error = expect.stringContaining('do not call again') as string;
		const details = { state: 'uncertain', httpCode: '503' };
		expect(await rowsOf('it')).toMatchObject([{ error, details }]);
		expect(n8n.hints).toEqual([]);
		n8n.requestOptions = { timeout: -1 };
		expect(await rowsOf('it')).toMatchObject([{ details: { parameter: 'timeout' } }]);
	});

	it('has one output, or a model would get nothing of what an operation puts on the second (M6)', async () => {
		const preview = { ...definition, toRequest: () => ({ output: { shown: true } }) };
		const onSecond = { ...preview, outputOf: () => 1 };
		expect(await rowsOf('it', onSecond)).toEqual([{ shown: true }]);
		n8n.type = 'messenger';
		expect(await rowsOf('it', onSecond)).toEqual([]);
	});

	it('that n8n runs as a node fails as a node does, without a hint', async () => {
		await expect(rowsOf('it')).rejects.toThrow('May have been sent');
		n8n.continues = true;
		expect(await rowsOf('it')).toMatchObject([{ error: expect.any(String) }]);
		expect(n8n.hints).toEqual([]);
	});
});
