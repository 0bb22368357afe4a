import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Operation, OperationDefinition } from './operation';
import { ItemsRun } from './ItemsRun';

/**
 * Runs an operation for all input items: read and check all of them, plan the requests, send them,
 * and make the output. Registered as a custom operation, so that the run is the node's own and not
 * n8n's declarative engine's (docs/architecture.md says why).
 */
export function executeItems<Sent extends object>(
	operation: OperationDefinition<Sent>,
): Operation['execute'] {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await new ItemsRun(this, operation).execute()];
	};
}
