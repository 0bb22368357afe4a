import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { Messenger } from '../../nodes/Messenger/Messenger.node';
import type { Case } from '../node/operations/operationCase';

const { properties } = new Messenger().description;

/** All ways to put a value into one parameter of an operation, or into one inside of its collections. */
export function valueInEach({ resource, operation }: Case, value: string): INodeParameters[] {
	const isOf = ({ name, displayOptions: { show } = {} }: INodeProperties) =>
		name !== 'resource' &&
		name !== 'operation' &&
		(show?.resource?.includes(resource) ?? true) &&
		(show?.operation?.includes(operation) ?? true);
	return properties.filter(isOf).flatMap((parameter) => valueIn(parameter, value));
}

function valueIn({ name, type, options = [] }: INodeProperties, value: string): INodeParameters[] {
	if (type !== 'collection' && type !== 'fixedCollection') return [{ [name]: value }];
	const inner = options.flatMap((option): INodeParameters[] => {
		if (!('values' in option)) return valueIn(option as INodeProperties, value);
		const required = option.values.filter((field) => field.required);
		const others = Object.fromEntries(required.map((field) => [field.name, '+14155550123']));
		return option.values
			.flatMap((field) => valueIn(field, value))
			.map((field) => ({ [option.name]: [{ ...others, ...field }] }));
	});
	return inner.map((one) => ({ [name]: one }));
}
