import { executeAllItems } from './executeAllItems';
import { executeToolCall } from './executeToolCall';
import type { Operation, OperationDefinition } from './operation';

/**
 * Makes an operation of its definition. n8n's declarative engine can run it from the menu entry's `routing`
 * alone, and does so where an agent calls its tools by itself; everywhere else `execute` does.
 */
export function defineOperation<Params extends object>(
	definition: OperationDefinition<Params>,
): Operation {
	const { name, value, action, description, endpoint, parameters } = definition;
	return {
		menu: {
			name,
			value,
			action,
			description,
			routing: {
				request: { method: endpoint.method, url: endpoint.url },
				send: { paginate: true },
				operations: { pagination: executeToolCall(definition) },
			},
		} as Operation['menu'],
		parameters,
		execute: executeAllItems(definition),
	};
}
