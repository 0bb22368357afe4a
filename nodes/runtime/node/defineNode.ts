import type { INodeProperties, INodePropertyOptions, INodeType } from 'n8n-workflow';

import { requestOptions } from '../http/options';
import { requestDefaults } from '../http/request';
import type { OperationDefinition } from '../run/operation';
import type { Service } from '../Service';
import { credentialTest } from './credentialTest';
import { entriesOf } from './entry';

/** The subject of several operations. */
export interface Resource {
	name: string;
	value: string;
	description: string;
	/** The first is the editor's default. */
	operations: OperationDefinition[];
}

/**
 * Makes a node of its resources: the declarative description that n8n reads, and what runs it.
 *
 * @param defaultResource the resource of a new node, by its `value`
 */
export function defineNode(service: Service, resources: Resource[], defaultResource: string) {
	const customOperations: NonNullable<INodeType['customOperations']> = {};
	const labels: Record<string, string> = {};
	const properties: INodeProperties[] = [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ name, value, description }) => ({ name, value, description })),
			default: defaultResource,
		},
	];
	for (const { name, value, operations } of resources) {
		const menu: INodePropertyOptions[] = [];
		const parameters: INodeProperties[] = [];
		customOperations[value] = {};
		for (const operation of operations) {
			const { execute, pagination } = entriesOf(service, operation);
			customOperations[value][operation.value] = execute;
			labels[`${value}.${operation.value}`] = `${operation.name}: ${name}`;
			menu.push(menuEntry(operation, pagination));
			parameters.push(...shownParameters(value, operation));
		}
		properties.push(operationMenu(value, menu), ...parameters);
	}
	properties.push(requestOptions);
	return {
		requestDefaults,
		/** In the order in which the editor shows them. n8n changes the list that it gets. */
		properties,
		/** By resource and operation. */
		customOperations,
		/** An expression's code: the chosen operation as a person reads it, such as `Get Many: List`. */
		operationLabel: `(${JSON.stringify(labels)})[$parameter["resource"] + "." + $parameter["operation"]]`,
		credentialTest: credentialTest(service),
	};
}

function operationMenu(resource: string, options: INodePropertyOptions[]): INodeProperties {
	const first = options[0]!.value;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options,
		default: first,
	};
}

function menuEntry(operation: OperationDefinition, pagination: unknown) {
	const { name, value, action, description, builderHint, endpoint } = operation;
	return {
		name,
		value,
		action,
		description,
		...(builderHint && { builderHint: { propertyHint: builderHint } }),
		routing: {
			request: { method: endpoint.method, url: endpoint.url },
			send: { paginate: true },
			operations: { pagination },
		},
	} as INodePropertyOptions;
}

/** An operation's parameters, each shown for this operation only. */
function shownParameters(resource: string, { value, parameters }: OperationDefinition) {
	return parameters.map(({ displayOptions, ...parameter }) => {
		const show = { resource: [resource], operation: [value], ...displayOptions?.show };
		return { ...parameter, displayOptions: { ...displayOptions, show } };
	});
}
