import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { refuse, words } from './InvalidInput';

/**
 * @param options values of parameters by their names
 * @returns the default only where the parameter is not among them: an expression that returns nothing doesn't choose it
 * @throws InvalidInput if the value is not in the parameter's list
 */
export function choice(options: object = {}, property: INodeProperties): string {
	const { name, default: untouched } = property;
	const value = name in options ? (options as IDataObject)[name] : untouched;
	const choices = property.options as INodePropertyOptions[];
	if (!choices.some((one) => one.value === value)) {
		const names = choices.map((one) => `"${one.value}" (${one.name})`).join(', ');
		refuse(
			property,
			words`isn't a valid choice: "${value}"`,
			`Choose one from the list. An expression may return ${names}.`,
		);
	}
	return value as string;
}
