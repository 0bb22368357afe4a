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
	const resource = { name: 'Event', value: 'event', description: '', operations: [operation] };
	const [items] = await defineNode(service, [resource], 'event').execute(n8n.context);
	return items?.map(({ json }) => json);
}
const sent = async (text: string) => (await rowsOf(text))?.map((json) => json.sent ?? 'failed');

it("a run has n8n's items, parameters, options, On Error, hints and execution (N1)", async () => {
	const showHints = jest.spyOn(n8n.context, 'addExecutionHints');
	n8n.continues = true;
	n8n.items = ['500', '502'].map((text) => ({ text }));
	expect(await sent('={{ $json.text }}')).toEqual(['failed', 'failed']);
	n8n.statusOf = () => 200;
	// Within Retry On Fail, what may have been sent is not sent again.
	expect(await sent('={{ $json.text }}')).toEqual(['failed', 'failed']);
	const message = expect.stringContaining('2 items') as string;
	expect(showHints.mock.calls).toEqual(Array(2).fill([{ message, location: 'outputPane' }]));
	expect(n8n.evaluated).toEqual([]);

	n8n.executeData = {};
	expect(await sent('={{ $now }}')).toEqual(['text 0', 'text 0']);
	expect(n8n.evaluated).toEqual(['text 0']);

	// Nobody sees the hints of a tool call.
	Object.assign(n8n, { type: 'messengerTool', executeData: {}, statusOf: () => 500 });
	expect(await sent('={{ $now }}')).toEqual(['failed', 'failed']);
	expect(showHints).toHaveBeenCalledTimes(3);

	n8n.continues = false;
	await expect(sent('={{ $now }}')).rejects.toThrow();
	expect(Object.keys(n8n.stored)).toEqual(['execution', 'event#0']);
});

it('a run that was cancelled before it began reads no item (R2)', async () => {
	n8n.items = [{}, {}];
	n8n.cancel.abort();
	await expect(sent('={{ $now }}')).rejects.toThrow('cancel');
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

describe('a call of an agent or the MCP Server Trigger by itself (E2)', () => {
	beforeEach(() => {
		n8n.type = 'messengerTool';
		n8n.items = [{}];
		n8n.toolInput = () => [{ json: {} }];
	});

	it('returns a failure as an item, without a hint', async () => {
		n8n.statusOf = () => 503;
		const error = expect.stringContaining('do not call again') as string;
		const details = { state: 'uncertain', httpCode: '503' };
		expect(await rowsOf('it')).toMatchObject([{ error, details }]);
		expect(n8n.hints).toEqual([]);
		n8n.requestOptions = { timeout: -1 };
		expect(await rowsOf('it')).toMatchObject([{ details: { parameter: 'timeout' } }]);
	});

	it('begins a run of its own each time', async () => {
		const rows = [{ success: true, sent: 'it' }];
		expect([await rowsOf('it'), await rowsOf('it')]).toEqual([rows, rows]);
		expect(n8n.arrived).toEqual(['it', 'it']);
	});
});
