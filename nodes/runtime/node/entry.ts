import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { InvalidInput } from '../input/InvalidInput';
import { isTool } from '../run/caller';
import type { OperationDefinition } from '../run/operation';
import { Run } from '../run/Run';
import type { Service } from '../Service';

/** By resource and operation, such as `email.verify`: what runs, and the number of outputs. */
export type Operations = Map<string, { operation: OperationDefinition; outputs: number }>;

/**
 * Runs the operation that the node's parameters choose, for all input items. All of n8n's ways lead here: its engine,
 * partial runs, agents, the MCP Server Trigger and Engine 2.0 (docs/node-contract.md, N1).
 *
 * @returns the items of each output
 * @throws NodeApiError, NodeOperationError if the node stops at errors and there is one
 */
export async function execute(
	context: IExecuteFunctions,
	service: Service,
	operations: Operations,
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const { resource, operation: chosen } = node.parameters;
	const unknown = { operation: unknownOperation(service), outputs: 1 };
	const { operation, outputs } = operations.get(`${String(resource)}.${String(chosen)}`) ?? unknown;
	// As a tool, a node has one output.
	return await new Run(context, service, operation, isTool(node) ? 1 : outputs).execute();
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
