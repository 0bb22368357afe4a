import { setMaxListeners } from 'node:events';
import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { NodeError } from '../../nodes/runtime/run/nodeError';
import type { Scenario } from './Scenario';

let keys = 0;

/** n8n where it calls the node, and a service that answers a text with the status that it begins with, or 200. */
export function startN8n() {
	const n8n = {
		apiKey: `key-of-n8n-${(keys += 1)}`,
		type: 'messenger',
		parameters: { resource: 'event' } as IDataObject,
		requestOptions: {} as IDataObject,
		includesInput: false,
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
		latency: 0,
		inFlight: 0,
		mostInFlight: 0,
		statusOf: (text: string) => Number(/^\d{3}/.exec(text) ?? 200),
		/** The results: the service's requests, the editor's hints, lines of the log, evaluations. */
		arrived: [] as string[],
		/** The status that a probe of the service meets. */
		probeStatus: 200,
		hints: [] as string[],
		logged: [] as string[],
		evaluated: [] as string[],
		/** n8n's Retry comes next; without it, the next try of Retry On Fail. */
		retry: () => {
			n8n.mode = 'retry';
			n8n.executeData = {};
		},
		context: {
			addExecutionHints: (...shown: Array<{ message: string }>) =>
				n8n.hints.push(...shown.map(({ message }) => message)),
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
				name: 'Messenger',
				type: n8n.type,
				typeVersion: 1,
				parameters: n8n.parameters,
			}),
			getNodeParameter: (path: string, item: number) => {
				if (path === 'requestOptions') return n8n.requestOptions;
				if (path === 'options.includeInputFields') return n8n.includesInput;
				n8n.evaluated.push(`${path} ${item}`);
				return n8n.evaluated.at(-1);
			},
			getTimezone: () => 'Europe/Vilnius',
			getWorkflowDataProxy: () => ({ $runIndex: n8n.runIndex }),
			helpers: {
				httpRequestWithAuthentication: async (_type: string, { body }: IHttpRequestOptions) => {
					if (body === undefined) return { statusCode: n8n.probeStatus, headers: {}, body: [] };
					const { text } = JSON.parse(body as string) as { text: string };
					n8n.arrived.push(text);
					n8n.mostInFlight = Math.max(n8n.mostInFlight, (n8n.inFlight += 1));
					await new Promise((resolve) => setTimeout(resolve, n8n.latency));
					n8n.inFlight -= 1;
					const answer = [Buffer.from(JSON.stringify({ success: true, sent: text }))];
					return { statusCode: n8n.statusOf(text), headers: {}, body: answer };
				},
			},
			logger: { warn: (line: string) => n8n.logged.push(line) },
		} as unknown as IExecuteFunctions & IExecutePaginationFunctions,
	};
	// As n8n does.
	setMaxListeners(0, n8n.cancel.signal);
	return n8n;
}

/** Words by which scenarios tell texts from each other. */
const telling =
	/earlier try|call again|\d+ requests?(?= w)|\d items?(?= (?:of execution 4711 )?may)|\[item \d\]|cancell?ed|No plan|'API Key'|'Timeout'|A defect|waited|see the error|blocked|status 401/g;

const told = (...texts: unknown[]) => [...new Set(texts.join().match(telling))].join(' ');

/** An output: what was sent for its item, or its state and what tells it from others. */
function wordsOf({ json, pairedItem }: INodeExecutionData) {
	const { sent, error, message, details } = json;
	const { state, httpCode, parameter } = (details ?? {}) as IDataObject;
	const words = [sent, state, httpCode, parameter, told(error, message)];
	const { item } = pairedItem as { item: number };
	return `${item}: ${words.filter((word) => word !== undefined && word !== '').join(' ')}`;
}

/** An error that stops a run: the item that it is about, and how the others have ended. */
function wordsOfError({ message, description, context }: NodeError) {
	const { itemIndex, run } = context as { itemIndex?: number; run: Record<string, number[]> };
	const groups = Object.entries(run).filter(([, items]) => items.length > 0);
	const ended = groups.map(([state, items]) => `${state} ${items.join(' ')}`).join('; ');
	const about = itemIndex === undefined ? 'run' : `item ${itemIndex}`;
	return `stops: ${`${about} ${told(message, description)}`.trim()}; ${ended}`;
}

/** Notes what has come of a run: what was sent, its output or error, and what the log and the editor say. */
export function tellOf(
	result: INodeExecutionData[] | NodeError,
	{ arrived, logged, hints }: ReturnType<typeof startN8n>,
	scene: Scenario,
): void {
	if (arrived.length > 0) scene.note(`sends ${arrived.splice(0).join(' ')}`);
	for (const line of logged.splice(0)) scene.note(`log: ${told(line)}`);
	scene.note(
		Array.isArray(result) ? `gives ${result.map(wordsOf).join(' | ')}` : wordsOfError(result),
	);
	for (const hint of hints.splice(0)) scene.note(`hint: ${told(hint) || hint}`);
}
