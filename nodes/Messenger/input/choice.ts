import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { refuse, words } from './InvalidInput';

/**
 * What was chosen from a parameter's list, which an expression may do. An expression that fails returns
 * nothing, without an error: that is not the same as what nobody has touched.
 *
 * @param options what of the parameters never leaves n8n, by their names
 * @returns the default where it was left alone
 * @throws InvalidInput where the value is not in the list: what is not understood is never sent
 */
export function choice<Value extends string>(
	options: object | undefined,
	property: INodeProperties,
): Value {
	const { name, default: untouched, options: list } = property;
	const given = (options ?? {}) as { [name: string]: unknown };
	const value = name in given ? given[name] : untouched;
	const choices = list as INodePropertyOptions[];
	if (!choices.some((one) => one.value === value)) {
		const names = choices.map((one) => `"${one.value}" (${one.name})`).join(', ');
		refuse(
			property,
			words`isn't a valid choice: "${value}"`,
			`Choose one from the list. An expression may return ${names}.`,
		);
	}
	return value as Value;
}
