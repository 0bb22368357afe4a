import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

let keys = 0;

/** n8n where it calls the node, and a service that answers a text with the status that it begins with, or 200. */
export function startN8n() {
	const arrived: string[] = [];
	const hints: string[] = [];
	const logged: string[] = [];
	const evaluated: string[] = [];
	const n8n = {
		apiKey: `key-of-n8n-${(keys += 1)}`,
		type: 'messenger',
		parameters: { resource: 'event' } as IDataObject,
		requestOptions: {} as IDataObject,
		items: [] as IDataObject[],
		/** The node's input, and what an agent's call has in its place. */
		input: (): unknown => n8n.items.map((json) => ({ json })),
		toolInput: (): unknown => [],
		mode: 'trigger',
		runIndex: 0,
		continues: false,
		cancel: new AbortController(),
		/** All tries of Retry On Fail share it. */
		executeData: {} as object,
		/** The node's context, which n8n keeps with the execution. */
		stored: {} as IDataObject,
		/** Milliseconds that an answer takes. */
		latency: 0,
		inFlight: 0,
		mostInFlight: 0,
		statusOf: (text: string) => Number(/^\d{3}/.exec(text) ?? 200),
		/** What has come of it: the service's requests, the editor's hints, lines of the log, evaluations. */
		...{ arrived, hints, logged, evaluated },
		/** n8n's Retry comes next; without it, the next try of Retry On Fail. */
		retry: () => {
			n8n.mode = 'retry';
			n8n.executeData = {};
		},
		context: {
			addExecutionHints: (...shown: Array<{ message: string }>) =>
				hints.push(...shown.map(({ message }) => message)),
			continueOnFail: () => n8n.continues,
			getContext: () => n8n.stored,
			getCredentials: async () =>
				await Promise.resolve({ baseUrl: 'https://service.example', apiKey: n8n.apiKey }),
			getExecuteData: () => n8n.executeData,
			getExecutionCancelSignal: () => n8n.cancel.signal,
			getExecutionContext: () => undefined,
			getExecutionId: () => '4711',
			getInputData: (_index?: number, type?: string) =>
				type === 'ai_tool' ? n8n.toolInput() : n8n.input(),
			getItemIndex: () => 2,
			getMode: () => n8n.mode,
			getNode: () => ({
				...{ name: 'Messenger', type: n8n.type, typeVersion: 1, parameters: n8n.parameters },
			}),
			getNodeParameter: (path: string, item: number) => {
				if (path === 'requestOptions') return n8n.requestOptions;
				evaluated.push(`${path} ${item}`);
				return evaluated.at(-1);
			},
			getTimezone: () => 'Europe/Vilnius',
			getWorkflowDataProxy: () => ({ $runIndex: n8n.runIndex }),
			helpers: {
				httpRequestWithAuthentication: async (_type: string, { body }: IHttpRequestOptions) => {
					const { text } = JSON.parse(body as string) as { text: string };
					arrived.push(text);
					n8n.mostInFlight = Math.max(n8n.mostInFlight, (n8n.inFlight += 1));
					await new Promise((resolve) => setTimeout(resolve, n8n.latency));
					n8n.inFlight -= 1;
					const answer = [Buffer.from(JSON.stringify({ sent: text }))];
					return { statusCode: n8n.statusOf(text), headers: {}, body: answer };
				},
			},
			logger: { warn: (line: string) => logged.push(line) },
		} as unknown as IExecuteFunctions & IExecutePaginationFunctions,
	};
	return n8n;
}
