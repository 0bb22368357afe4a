import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { refuse, words } from '../../runtime/input/InvalidInput';
import { isEmpty, requiredText } from '../../runtime/input/text';
import type { NameAndValue } from '../../runtime/node/parameters';

/**
 * The values of a form by their names, each as it is. One left empty is left out.
 *
 * @param row words for a row of the form, e.g. `data field`
 * @param taken names that the form's fields can't have
 * @throws InvalidInput if a field has no name, or one that another has
 */
export function namedValues(
	rows: NameAndValue[] = [],
	form: INodeProperties,
	row: string,
	taken: string[] = [],
	ofWhom = '',
): IDataObject {
	const names = new Set(taken);
	const entries = rows.map(({ name, value }, index): [string, unknown] => {
		const parameter = { ...form, displayName: 'Name', which: `of ${row} ${index + 1}${ofWhom}` };
		const text = requiredText(name, parameter);
		if (names.has(text)) {
			refuse(parameter, words`is the name of another field: "${text}"`, 'Use each name once.');
		}
		names.add(text);
		return [text, value];
	});
	// From entries, so that a field named `__proto__` is only a field.
	return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value))) as IDataObject;
}
