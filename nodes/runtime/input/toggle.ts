import { refuse, type ParameterName } from './InvalidInput';
import { isEmpty } from './text';

/** @throws InvalidInput if the value is neither empty nor true nor false */
export function toggle(value: unknown, name: ParameterName): boolean {
	if (isEmpty(value)) return false;
	if (typeof value === 'boolean') return value;
	refuse(name, 'is neither true nor false', 'Enter true or false.', { quoted: value });
}
