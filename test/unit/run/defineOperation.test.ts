import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { endpoints } from '../../../nodes/Messenger/http/endpoints';
import { defineOperation } from '../../../nodes/Messenger/run/defineOperation';
import type { OperationDefinition } from '../../../nodes/Messenger/run/operation';

const operation = {
	endpoint: endpoints.sendEvent,
	inputsToCheck: ['the text'],
	parameters: [
		{
			...{ name: 'text', displayName: 'Text', type: 'string', default: '' },
			routing: { send: { type: 'body', property: 'text' } },
		},
	],
	evaluateOncePerRun: ['text'],
	toRequest: ({ text }: IDataObject) => ({ body: { text } }),
	toItems: (body: unknown) => [body as IDataObject],
} as unknown as OperationDefinition<IDataObject>;

it("a run has n8n's items, parameters, options, On Error, hints and execution", async () => {
	const given = { status: 200, text: '={{ $json.text }}', type: 'messenger' };
	const asked: string[] = [];
	const addExecutionHints = jest.fn();
	const executeData = {};
	const request = async (_type: string, { body }: IHttpRequestOptions) => {
		const statusCode = given.status;
		return await Promise.resolve({ statusCode, headers: {}, body: [Buffer.from(String(body))] });
	};
	const context = {
		addExecutionHints,
		continueOnFail: () => true,
		getContext: () => ({}),
		getCredentials: async () =>
			await Promise.resolve({ baseUrl: 'https://service.example', apiKey: 'key-of-all-items' }),
		getExecuteData: () => executeData,
		getExecutionCancelSignal: () => undefined,
		getExecutionId: () => '4711',
		getInputData: () => ['a', 'b'].map((text) => ({ json: { text } })),
		getMode: () => 'trigger',
		getNode: () => ({
			...{ name: 'Messenger', type: given.type, typeVersion: 1 },
			parameters: { text: given.text },
		}),
		getNodeParameter: (path: string, item: number) => {
			asked.push(`${path} of ${item}`);
			return path === 'text' ? 'now' : {};
		},
		getTimezone: () => 'UTC',
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		helpers: { httpRequestWithAuthentication: request },
		logger: { warn: () => {} },
	} as unknown as IExecuteFunctions;
	const execute = async () => {
		const [items] = (await defineOperation(operation).execute.call(context)) as IDataObject[][];
		return items?.map(({ json }) => (json as IDataObject).text ?? 'failed');
	};
	given.status = 500;
	expect(await execute()).toEqual(['failed', 'failed']);
	const message = expect.stringContaining('2 items may have been processed') as string;
	expect(addExecutionHints).toHaveBeenCalledWith({ message, location: 'outputPane' });
	given.status = 200;
	expect(await execute()).toEqual(['failed', 'failed']);
	expect(asked).toEqual(['requestOptions of 0', 'requestOptions of 0']);

	given.text = '={{ $now }}';
	Object.assign(context, { getExecuteData: () => ({}) });
	expect(await execute()).toEqual(['now', 'now']);
	expect(asked.slice(2).sort()).toEqual(['requestOptions of 0', 'text of 0']);

	// Nobody sees the hints of a tool call.
	given.status = 500;
	given.type = 'messengerTool';
	Object.assign(context, { getExecuteData: () => ({}) });
	addExecutionHints.mockClear();
	expect(await execute()).toEqual(['failed', 'failed']);
	expect(addExecutionHints).not.toHaveBeenCalled();
});
