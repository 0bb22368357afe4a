import { setMaxListeners } from 'node:events';
import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

let keys = 0;

/** n8n where it calls the node, and a service that answers a text with the status that it begins with, or 200. */
export function startN8n() {
	const [stored, executeData] = [{}, {}];
	const n8n = {
		apiKey: `key-of-n8n-${(keys += 1)}`,
		type: 'messenger',
		parameters: { resource: 'event' } as IDataObject,
		requestOptions: {} as IDataObject,
		items: [] as IDataObject[],
		/** The node's input, and what an agent's call has in its place. */
		input: (): unknown => n8n.items.map((json) => ({ json })),
		toolInput: (): unknown => [],
		continues: false,
		cancel: new AbortController(),
		statusOf: (text: string) => Number(/^\d{3}/.exec(text) ?? 200),
		/** The results: the service's requests, the editor's hints, evaluations. */
		arrived: [] as string[],
		hints: [] as string[],
		evaluated: [] as string[],
		context: {
			addExecutionHints: (...shown: Array<{ message: string }>) =>
				n8n.hints.push(...shown.map(({ message }) => message)),
			continueOnFail: () => n8n.continues,
			getContext: () => stored,
			getCredentials: async () =>
				await Promise.resolve({ baseUrl: 'https://service.example', apiKey: n8n.apiKey }),
			getExecuteData: () => executeData,
			getExecutionCancelSignal: () => n8n.cancel.signal,
			getExecutionContext: () => undefined,
			getExecutionId: () => '4711',
			getInputData: (_index?: number, type?: string) =>
				type === 'ai_tool' ? n8n.toolInput() : n8n.input(),
			getItemIndex: () => 2,
			getMode: () => 'trigger',
			getNode: () => ({
				name: 'Messenger',
				type: n8n.type,
				typeVersion: 1,
				parameters: { requestOptions: n8n.requestOptions, ...n8n.parameters },
			}),
			getNodeParameter: (path: string, item: number) => {
				n8n.evaluated.push(`${path} ${item}`);
				return n8n.evaluated.at(-1);
			},
			getTimezone: () => 'Europe/Vilnius',
			getWorkflowDataProxy: () => ({ $runIndex: 0 }),
			helpers: {
				httpRequestWithAuthentication: async (_type: string, { body }: IHttpRequestOptions) => {
					if (body === undefined) return { statusCode: 200, headers: {}, body: [] };
					const { text } = JSON.parse(body as string) as { text: string };
					n8n.arrived.push(text);
					await new Promise((resolve) => setTimeout(resolve));
					const answer = [Buffer.from(JSON.stringify({ success: true, sent: text }))];
					return { statusCode: n8n.statusOf(text), headers: {}, body: answer };
				},
			},
			logger: { warn: () => {} },
		} as unknown as IExecuteFunctions & IExecutePaginationFunctions,
	};
	// As n8n does.
	setMaxListeners(0, n8n.cancel.signal);
	return n8n;
}
