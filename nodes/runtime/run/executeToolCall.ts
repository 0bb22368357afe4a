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
 * The entry of a tool call of n8n's AI Agent before its version 3: n8n's declarative engine calls this as the
 * operation's pagination function, instead of sending. All other calls enter by `execute` in defineOperation.ts.
 */
export function executeToolCall(operation: OperationDefinition) {
	return async function (
		this: IExecutePaginationFunctions,
		{ options }: { options: Pick<IHttpRequestOptions, 'body'> },
	): Promise<INodeExecutionData[]> {
		const run = new Run(this, operation, {
			indexes: [this.getItemIndex()],
			read: () => ({ ...(options.body as IDataObject) }),
			options: () => this.getNodeParameter('requestOptions', {}) as RequestOptions,
			memory: new RetryMemory(this, argumentsOf(this), false),
			continues: this.continueOnFail() || modelSeesNoError(this),
			showHints: () => {},
		});
		return await run.execute();
	};
}

/** These agents hide an error from the model, which would call again; the MCP Server Trigger shows it. */
function modelSeesNoError(context: IExecutePaginationFunctions) {
	const caller = context.getExecuteData().node;
	return isTool(context.getNode()) && caller.type !== '@n8n/n8n-nodes-langchain.mcpTrigger';
}

/** An object that only the "Retry On Fail" tries of this call share: the execute data is the same for all calls. */
function argumentsOf(context: IExecutePaginationFunctions): object {
	const call = context.getInputData(0, 'ai_tool').json;
	// Where there is no such input, the engine makes a new object each time.
	const isCall = call === context.getInputData(0, 'ai_tool').json;
	return isCall ? call : context.getInputData().json;
}
