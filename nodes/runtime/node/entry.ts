import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { InvalidInput } from '../input/InvalidInput';
import type { OperationDefinition } from '../run/operation';
import { Run } from '../run/Run';
import type { Service } from '../Service';

/**
 * Runs the operation that the node's parameters choose, for all input items. All of n8n's ways lead here: its engine,
 * partial runs, agents, the MCP Server Trigger and Engine 2.0 (docs/node-contract.md, N1).
 *
 * @param operations by resource and operation, such as `email.verify`
 * @returns the items of each output
 * @throws NodeApiError, NodeOperationError if the node stops at errors and there is one
 */
export async function execute(
	context: IExecuteFunctions,
	service: Service,
	operations: ReadonlyMap<string, OperationDefinition>,
): Promise<INodeExecutionData[][]> {
	const { resource, operation } = context.getNode().parameters;
	const chosen = operations.get(`${String(resource)}.${String(operation)}`);
	return [await new Run(context, service, chosen ?? unknownOperation(service)).execute()];
}

/** Stands for an operation of a newer version, or n8n's Custom API Call: its items fail like others. */
function unknownOperation({ probe }: Service): OperationDefinition {
	return {
		...probe,
		name: 'Unknown',
		value: 'unknown',
		action: 'Unknown operation',
		description: 'An operation that this version does not have',
		inputsToCheck: [],
		parameters: [],
		toRequest: () => {
			throw new InvalidInput(
				undefined,
				() => "This version of the node doesn't know this operation",
				() => 'The workflow was made with a newer version. Update the package.',
			);
		},
	};
}
