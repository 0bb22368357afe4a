import type { INodeParameters, INodeProperties } from 'n8n-workflow';

import { Messenger } from '../../../nodes/Messenger/Messenger.node';
import type { Case } from '../operations/operationCase';

const { properties } = new Messenger().description;

/** The parameters of an operation. */
const parametersOf = ({ resource, operation }: Case) =>
	properties.filter(({ name, displayOptions: { show } = {} }) => {
		const isShown = (values: unknown[] | undefined, one: string) => values?.includes(one) ?? true;
		if (name === 'resource' || name === 'operation') return false;
		return isShown(show?.resource, resource) && isShown(show?.operation, operation);
	});

/** What n8n asks for; of the parameters of this node it is a number. */
const required = (properties: INodeProperties[]): INodeParameters =>
	Object.fromEntries(
		properties.filter((one) => one.required).map(({ name }) => [name, '+14155550123']),
	);

/** A parameter, or each one inside of it, with a value. */
function withValue(parameter: INodeProperties, value: string): INodeParameters[] {
	const { name, type, typeOptions, options = [] } = parameter;
	if (type === 'collection') {
		return (options as INodeProperties[]).flatMap((option) =>
			withValue(option, value).map((inner) => ({ [name]: inner })),
		);
	}
	if (type === 'fixedCollection') {
		return options.flatMap((group) =>
			'values' in group
				? group.values.flatMap((field) =>
						withValue(field, value).map((inner) => {
							const whole = { ...required(group.values), ...inner };
							return { [name]: { [group.name]: typeOptions?.multipleValues ? [whole] : whole } };
						}),
					)
				: [],
		);
	}
	return [{ [name]: value }];
}

/** All ways to put a value into one parameter of an operation, or into one inside of its collections. */
export const withValueInEach = (operation: Case, value: string): INodeParameters[] =>
	parametersOf(operation).flatMap((parameter) => withValue(parameter, value));
