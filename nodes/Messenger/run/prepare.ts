import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../input/InvalidInput';
import { isNestedTooDeep } from '../input/json';
import type { OperationDefinition, RequestParts, RunFacts } from '../operation';

/**
 * Checks an item's parameters, before anything is sent.
 *
 * @returns the request; or output items, where there is nothing to ask the service
 * @throws InvalidInput where the service must refuse them, or what they hold is no JSON
 */
export function prepare<Sent>(
	operation: OperationDefinition<Sent>,
	sent: Sent,
	facts: RunFacts,
): RequestParts | IDataObject[] {
	const parts = operation.toRequest(sent, facts);
	if (Array.isArray(parts)) return parts;
	if (isNestedTooDeep(parts.body)) {
		refuse(
			{ name: 'parameters', displayName: 'Parameters', which: 'of the item' },
			'are nested too deep',
			'Check what the expressions return.',
		);
	}
	try {
		// An expression may return what has no JSON: a circle, a number too big, a depth without end.
		JSON.stringify(parts.body);
	} catch (error) {
		refuse(
			{ name: 'parameters', displayName: 'Parameters', which: 'of the item' },
			`can't be written as JSON: ${(error as Error).message.split('\n')[0]}`,
			'Check what the expressions return.',
		);
	}
	return parts;
}
