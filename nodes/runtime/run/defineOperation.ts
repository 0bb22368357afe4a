import type { RequestOptions } from '../http/options';
import { executeToolCall } from './executeToolCall';
import { isTool } from './nodeError';
import type { Operation, OperationDefinition } from './operation';
import { inputItems, ParameterReader } from './ParameterReader';
import { RetryMemory } from './RetryMemory';
import { Run } from './Run';

/**
 * Makes an operation of its definition. n8n's declarative engine can run it from the menu entry's `routing`
 * alone, and does so where an agent calls its tools by itself; everywhere else `execute` does, a custom operation
 * for all input items (docs/architecture.md says why).
 */
export function defineOperation<Params extends object>(
	definition: OperationDefinition<Params>,
): Operation {
	const { name, value, action, description, builderHint, endpoint, parameters } = definition;
	return {
		menu: {
			name,
			value,
			action,
			description,
			...(builderHint && { builderHint: { propertyHint: builderHint } }),
			routing: {
				request: { method: endpoint.method, url: endpoint.url },
				send: { paginate: true },
				operations: { pagination: executeToolCall(definition) },
			},
		} as Operation['menu'],
		parameters,
		async execute() {
			const reader = new ParameterReader(this, parameters, definition.evaluateOncePerRun);
			const run = new Run(this, definition, {
				indexes: [...inputItems(this).keys()],
				read: (itemIndex) => reader.read(itemIndex),
				options: () => this.getNodeParameter('requestOptions', 0, {}) as RequestOptions,
				memory: new RetryMemory(this, this.getExecuteData(), true),
				continues: this.continueOnFail(),
				showHints: (messages) => {
					if (isTool(this.getNode())) return;
					const location = 'outputPane';
					this.addExecutionHints(...messages.map((message) => ({ message, location }) as const));
				},
			});
			return [await run.execute()];
		},
	};
}
