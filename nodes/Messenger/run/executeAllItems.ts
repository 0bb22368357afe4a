import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { RequestOptions } from '../http/options';
import type { Operation, OperationDefinition } from './operation';
import { inputItems, ParameterReader } from './ParameterReader';
import { RetryMemory } from './RetryMemory';
import { Run } from './Run';

/**
 * Runs an operation for all input items. Registered as a custom operation, so that the run is the node's own and
 * not n8n's declarative engine's (docs/architecture.md says why).
 */
export function executeAllItems<Params extends object>(
	operation: OperationDefinition<Params>,
): Operation['execute'] {
	return async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { parameters, evaluateOncePerRun } = operation;
		const reader = new ParameterReader(this, parameters, evaluateOncePerRun);
		const run = new Run(this, operation, {
			indexes: [...inputItems(this).keys()],
			read: (itemIndex) => reader.read(itemIndex) as Params,
			options: () => this.getNodeParameter('requestOptions', 0, {}) as RequestOptions,
			memory: new RetryMemory(this, this.getExecuteData(), true),
			continues: this.continueOnFail(),
			showHints: (messages) =>
				this.addExecutionHints(
					...messages.map((message) => ({ message, location: 'outputPane' as const })),
				),
		});
		return [await run.execute()];
	};
}
