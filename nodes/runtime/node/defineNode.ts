import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { requestOptions } from '../http/options';
import { requestDefaults } from '../http/request';
import type { OperationDefinition } from '../run/operation';
import type { Service } from '../Service';
import { credentialTest } from './credentialTest';
import { execute } from './entry';

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
	const definitions = new Map<string, OperationDefinition>();
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
		const parameters: INodeProperties[] = [];
		for (const operation of operations) {
			const id = `${value}.${operation.value}`;
			definitions.set(id, operation);
			labels[id] = `${operation.name}: ${name}`;
			parameters.push(...shownParameters(value, operation));
		}
		properties.push(operationMenu(value, operations.map(menuEntry)), ...parameters);
	}
	properties.push(requestOptions);
	return {
		/** For every request, in the description. */
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}', ...requestDefaults },
		/** In the order in which the editor shows them. n8n changes the list that it gets. */
		properties,
		/** Runs the operation that the node's parameters choose. */
		execute: async (context: IExecuteFunctions) => await execute(context, service, definitions),
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

function menuEntry(operation: OperationDefinition): INodePropertyOptions {
	const { name, value, action, description, builderHint, endpoint } = operation;
	const { method, url, body } = endpoint;
	return {
		name,
		value,
		action,
		description,
		...(builderHint && { builderHint: { propertyHint: builderHint } }),
		routing: { request: { method, url, ...(body && { body }) } },
	};
}

/** An operation's parameters, each shown for this operation only. */
function shownParameters(resource: string, { value, parameters }: OperationDefinition) {
	return parameters.map(({ displayOptions, ...parameter }) => {
		const show = { resource: [resource], operation: [value], ...displayOptions?.show };
		return { ...parameter, displayOptions: { ...displayOptions, show } };
	});
}
