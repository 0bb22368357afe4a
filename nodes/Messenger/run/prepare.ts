import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../input/InvalidInput';
import { excessOfValue, isLostInJson } from '../input/json';
import { sanitizeUntrusted } from '../input/untrustedText';
import type { OperationDefinition, RequestParts, RunFacts } from './operation';

/** All parameters together. */
const all = { name: 'parameters', displayName: 'Parameters', which: 'of the item' };

/** Levels and values that a request's body may have around what one parameter gave. */
const aroundParameters = 1000;

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
	const excess = excessOfValue(parts.body, aroundParameters);
	if (excess !== undefined) {
		refuse(all, `are too large: ${excess}`, 'Check what the expressions return.');
	}
	try {
		// An expression may return what has no JSON: a circle, a number too big, a depth without end.
		JSON.stringify(parts.body, function (this: IDataObject, key: string, value: unknown) {
			if (isLostInJson(this[key])) throw new Error(`"${key}" is ${String(this[key])}`);
			return value;
		});
	} catch (error) {
		const [reason = ''] = (error as Error).message.split('\n', 1);
		refuse(
			all,
			(mask) => `can't be written as JSON: ${sanitizeUntrusted(reason, mask)}`,
			'Check what the expressions return.',
		);
	}
	return parts;
}
