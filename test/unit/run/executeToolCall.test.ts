import type {
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { endpoints } from '../../../nodes/Messenger/http/endpoints';
import { executeToolCall } from '../../../nodes/Messenger/run/executeToolCall';
import type { OperationDefinition } from '../../../nodes/Messenger/run/operation';
import { keepsFailure } from '../../support/declaredFailure';

const operation = {
	endpoint: endpoints.sendEvent,
	inputsToCheck: ['the text'],
	toRequest: ({ text }: IDataObject) => ({ body: { text } }),
	toItems: (body: unknown) => [body as IDataObject],
} as unknown as OperationDefinition<IDataObject>;

let agents = 0;

/** An agent that calls its tools by itself, and a service that answers all calls by one status. */
function agent() {
	const given = {
		status: 200,
		continues: false,
		caller: '@n8n/n8n-nodes-langchain.agent',
		type: 'n8n-nodes-messenger.messengerTool',
		requestOptions: {},
	};
	const apiKey = `key-of-agent-${(agents += 1)}`;
	const arrived: string[] = [];
	const request = async (_type: string, { body }: IHttpRequestOptions) => {
		arrived.push((JSON.parse(body as string) as { text: string }).text);
		return await Promise.resolve({
			...{ statusCode: given.status, headers: {}, body: [Buffer.from('{"id":7}')] },
		});
	};
	/** The next try of a call has its arguments. */
	const call = async (args: IDataObject): Promise<INodeExecutionData[]> => {
		const executeData = { node: { type: given.caller } };
		const context = {
			continueOnFail: () => given.continues,
			getCredentials: async () =>
				await Promise.resolve({ baseUrl: 'https://service.example', apiKey }),
			getExecuteData: () => executeData,
			getExecutionCancelSignal: () => undefined,
			getExecutionId: () => '4711',
			getInputData: () => ({ json: args }),
			getItemIndex: () => 2,
			getMode: () => 'trigger',
			getNode: () => ({ name: 'Messenger', type: given.type, parameters: {} }),
			getNodeParameter: () => given.requestOptions,
			getTimezone: () => 'UTC',
			helpers: { httpRequestWithAuthentication: request },
			logger: { warn: () => {} },
		} as unknown as IExecutePaginationFunctions;
		const options = { body: { text: args.text as string } };
		return await executeToolCall(operation).call(context, { options });
	};
	return { given, arrived, call };
}

it('a call sends what the engine put together, for its own item', async () => {
	const { call, arrived } = agent();
	expect(await call({ text: 'a' })).toEqual([{ json: { id: 7 }, pairedItem: { item: 2 } }]);
	expect(arrived).toEqual(['a']);
});

describe('a call that fails', () => {
	const doubt = 'May have been sent, do not call again: The service failed with status 500';
	const tool = { type: 'n8n-nodes-messenger.messengerTool' };

	it.each<[string, object, number, object | undefined]>([
		['an agent reads an item', tool, 500, { error: doubt, state: 'uncertain', httpCode: '500' }],
		['an agent reads an item', tool, 422, { state: 'failed', httpCode: '422' }],
		[
			'an agent reads an item',
			{ ...tool, requestOptions: { timeout: -1 } },
			200,
			{ state: 'not sent', parameter: 'timeout' },
		],
		[
			'n8n reads an item where the node goes on after errors',
			{ type: 'n8n-nodes-messenger.messenger', continues: true },
			422,
			{ state: 'failed', httpCode: '422' },
		],
		[
			'the MCP Server Trigger gets the error',
			{ ...tool, caller: '@n8n/n8n-nodes-langchain.mcpTrigger' },
			500,
			undefined,
		],
		['n8n gets the error', { type: 'n8n-nodes-messenger.messenger' }, 500, undefined],
	])('%s: %j, %i', async (_, changes, status, expected) => {
		const { given, call } = agent();
		Object.assign(given, changes, { status });
		if (expected === undefined) {
			await expect(call({ text: 'a' })).rejects.toThrow('May have been sent');
			return;
		}
		const [item] = await call({ text: 'a' });
		const { error = expect.any(String), ...details } = expected as IDataObject;
		expect(item?.json.error).toEqual(error);
		if (keepsFailure) expect(item?.json.details).toEqual(details);
	});
});

it('Retry On Fail sends again what surely failed, and nothing that was or may have been sent', async () => {
	const { given, call, arrived } = agent();
	given.caller = '@n8n/n8n-nodes-langchain.mcpTrigger';
	given.requestOptions = { resendUncertain: true };
	const [refused, uncertain, another] = ['refused', 'uncertain', 'uncertain'].map((text) => ({
		text,
	}));
	given.status = 422;
	await expect(call(refused!)).rejects.toThrow('refused the request');
	given.status = 500;
	await expect(call(uncertain!)).rejects.toThrow('do not call again');
	given.status = 200;
	await call(refused!);
	await expect(call(uncertain!)).rejects.toThrow('do not call again');
	await call(another!);
	await call(refused!);
	expect(arrived).toEqual(['refused', 'uncertain', 'refused', 'uncertain']);
});
