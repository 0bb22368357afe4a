import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { refuse } from './InvalidInput';

/** @throws InvalidInput if the value is not in the parameter's list: an expression that returns nothing chooses nothing */
export function choice(value: unknown, property: INodeProperties): string {
	const choices = property.options as INodePropertyOptions[];
	if (choices.some((one) => one.value === value)) return value as string;
	const names = choices.map((one) => `"${one.value}" (${one.name})`).join(', ');
	const advice = `Choose one from the list. An expression may return ${names}.`;
	refuse(property, "isn't a valid choice", advice, { quoted: value });
}
