import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../../nodes/Messenger/http/endpoints';
import { executeToolCall } from '../../../nodes/Messenger/run/executeToolCall';
import type { OperationDefinition } from '../../../nodes/Messenger/run/operation';
import { startN8n } from './n8n';

const operation = {
	endpoint: endpoints.sendEvent,
	inputsToCheck: ['the text'],
	toRequest: ({ text, id }: IDataObject) => ({ body: { text, id } }),
	toItems: (body: unknown) => [body as IDataObject],
} as unknown as OperationDefinition<IDataObject>;

const agent = '@n8n/n8n-nodes-langchain.agent';
const mcpTrigger = '@n8n/n8n-nodes-langchain.mcpTrigger';

let n8n: ReturnType<typeof startN8n>;
beforeEach(() => {
	n8n = startN8n();
	n8n.type = 'messengerTool';
	calledBy(agent);
});

const calledBy = (type: string) => void (n8n.executeData = { node: { type } });

/** A call with these arguments; the next try of Retry On Fail has the same object. */
async function call(args: IDataObject) {
	n8n.toolInput = () => ({ json: args });
	const options = { qs: { id: 7 }, body: args };
	return await executeToolCall(operation).call(n8n.context, { options });
}

it('a call sends what the engine put together, for its own item', async () => {
	expect(await call({ text: 'a' })).toEqual([{ json: { sent: 'a' }, pairedItem: { item: 2 } }]);
	expect(n8n.arrived).toEqual(['a']);
});

describe('a call that fails (E2)', () => {
	it.each<[string, object, object]>([
		[
			'503',
			{},
			{
				error: expect.stringMatching(/do not call again/),
				details: { state: 'uncertain', httpCode: '503' },
			},
		],
		['422', {}, { details: { state: 'failed', httpCode: '422' } }],
		['a', { requestOptions: { timeout: -1 } }, { details: { parameter: 'timeout' } }],
		['422', { type: 'messenger', continues: true }, { details: { state: 'failed' } }],
	])('answers %s with an item: %j', async (text, changes, json) => {
		Object.assign(n8n, changes);
		expect(await call({ text })).toMatchObject([{ json }]);
		expect(n8n.hints).toEqual([]);
	});

	it.each([
		['the MCP Server Trigger', 'messengerTool', mcpTrigger],
		['what is no tool', 'messenger', agent],
	])('throws for %s', async (_, type, caller) => {
		n8n.type = type;
		calledBy(caller);
		await expect(call({ text: '500' })).rejects.toThrow('May have been sent');
	});
});

it('Retry On Fail sends again what surely failed, and nothing that was or may have been sent (R7)', async () => {
	calledBy(mcpTrigger);
	n8n.requestOptions = { resendUncertain: true };
	const [failed, uncertain, other] = ['422', '500', '500'].map((text) => ({ text }));
	await expect(call(failed!)).rejects.toThrow();
	await expect(call(uncertain!)).rejects.toThrow();
	n8n.statusOf = () => 200;
	await call(failed!);
	await expect(call(uncertain!)).rejects.toThrow();
	await call(other!);
	await call(failed!);
	expect(n8n.arrived).toEqual(['422', '500', '422', '500']);
});
