import type {
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import type { RequestOptions } from '../http/options';
import { isTool } from './nodeError';
import type { OperationDefinition } from './operation';
import { RetryMemory } from './RetryMemory';
import { Run } from './Run';

/**
 * Runs an operation for one tool call of an agent (below version 3): the pagination function, which n8n's
 * declarative engine calls for an item instead of sending. Each call is a run of its own, with its own
 * credential, report and error.
 */
export function executeToolCall<Params extends object>(operation: OperationDefinition<Params>) {
	return async function (
		this: IExecutePaginationFunctions,
		{ options }: { options: Pick<IHttpRequestOptions, 'body' | 'qs'> },
	): Promise<INodeExecutionData[]> {
		const run = new Run(this, operation, {
			indexes: [this.getItemIndex()],
			read: () => ({ ...options.qs, ...(options.body as IDataObject) }) as Params,
			options: () => this.getNodeParameter('requestOptions', {}) as RequestOptions,
			memory: new RetryMemory(this, argumentsOf(this), false),
			continues: this.continueOnFail() || modelSeesNoError(this),
			showHints: () => {},
		});
		return await run.execute();
	};
}

/**
 * These agents give the model nothing of an error, and it would call again. The MCP Server Trigger, which calls
 * in the same way, shows it.
 */
function modelSeesNoError(context: IExecutePaginationFunctions): boolean {
	const caller = context.getExecuteData().node;
	return isTool(context.getNode()) && caller.type !== '@n8n/n8n-nodes-langchain.mcpTrigger';
}

/**
 * What all tries of one call's "Retry On Fail" have in common, and no other call: its arguments. All calls of an
 * agent share the agent's execute data.
 */
function argumentsOf(context: IExecutePaginationFunctions): object {
	const call = context.getInputData(0, 'ai_tool').json;
	// Where there is no such input, the engine makes a new object each time.
	const isCall = call === context.getInputData(0, 'ai_tool').json;
	return isCall ? call : context.getInputData().json;
}
