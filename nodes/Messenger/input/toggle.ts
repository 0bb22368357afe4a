import { refuse, words, type ParameterName } from './InvalidInput';
import { isEmpty } from './text';

/**
 * A switch that may be set by an expression.
 *
 * @throws InvalidInput where the value is neither true nor false: a preview that is not understood
 * must not become a campaign
 */
export function toggle(value: unknown, name: ParameterName): boolean {
	if (isEmpty(value)) return false;
	if (typeof value !== 'boolean') {
		refuse(name, words`is neither true nor false: "${value}"`, 'Enter true or false.');
	}
	return value;
}
