import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';

import type { RequestOptions } from '../http/options';
import { toggle } from '../input/toggle';
import { includeInputFields } from '../run/includeInputFields';
import { isTool } from '../run/nodeError';
import type { OperationDefinition } from '../run/operation';
import { inputItems, ParameterReader } from '../run/ParameterReader';
import { RetryMemory } from '../run/RetryMemory';
import { Run } from '../run/Run';
import type { Service } from '../Service';

/**
 * n8n calls an operation in one of two ways. Both are here, and each begins a {@link Run}.
 *
 * 1. As a *custom operation* (`INodeType.customOperations`): a function for all input items. n8n prefers it to its
 *    declarative engine, which would evaluate each expression four to six times, for all items and without a pause,
 *    and start all requests at once.
 * 2. By n8n's *declarative engine* (`RoutingNode`), where an AI Agent below version 3 or the MCP Server Trigger calls
 *    the node as a tool: there n8n knows no custom operations. The engine reads the parameters by their
 *    `routing.send` and then, instead of sending, calls the operation's *pagination function*, once for each call.
 */
export function entriesOf(service: Service, operation: OperationDefinition) {
	return {
		async execute(this: IExecuteFunctions) {
			const items = inputItems(this);
			const reader = new ParameterReader(this, operation.parameters, operation.evaluateOncePerRun);
			const run = new Run(this, service, operation, {
				indexes: [...items.keys()],
				read: (itemIndex) => reader.read(itemIndex),
				options: () => this.getNodeParameter('requestOptions', 0, {}) as RequestOptions,
				memory: new RetryMemory(this, this.getExecuteData()),
				continues: this.continueOnFail(),
				inputFields: () => {
					if (operation.ownFields === undefined || isTool(this.getNode())) return undefined;
					const { name } = includeInputFields;
					const isWanted = this.getNodeParameter(`options.${name}`, 0, false);
					return toggle(isWanted, includeInputFields)
						? (itemIndex) => items[itemIndex]!.json
						: undefined;
				},
				showHints: (messages) => {
					if (isTool(this.getNode())) return;
					const location = 'outputPane';
					this.addExecutionHints(...messages.map((message) => ({ message, location }) as const));
				},
			});
			return [await run.execute()];
		},
		async pagination(
			this: IExecutePaginationFunctions,
			{ options }: { options: Pick<IHttpRequestOptions, 'body'> },
		) {
			const run = new Run(this, service, operation, {
				indexes: [this.getItemIndex()],
				read: () => ({ ...(options.body as IDataObject) }),
				options: () => this.getNodeParameter('requestOptions', {}) as RequestOptions,
				// A failed call returns an item, after which n8n tries nothing again.
				memory: new RetryMemory(this),
				// These agents tell the model nothing of an error, and it would call again.
				continues: this.continueOnFail() || isTool(this.getNode()),
				showHints: () => {},
			});
			return await run.execute();
		},
	};
}
