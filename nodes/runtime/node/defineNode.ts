import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { requestOptions } from '../http/options';
import { requestDefaults } from '../http/request';
import type { OperationDefinition } from '../run/operation';
import type { Service } from '../Service';
import { credentialTest } from './credentialTest';
import { execute, type Operations } from './entry';

/** The subject of several operations. */
export interface Resource {
	name: string;
	value: string;
	description: string;
	/** The first is the editor's default. */
	operations: OperationDefinition[];
	/** The labels of its outputs, if there are several: its operations choose one for each item. Not as a tool. */
	outputs?: string[];
}

/**
 * Makes a node of its resources: the declarative description that n8n reads, and what runs it.
 *
 * @param defaultResource the resource of a new node, by its `value`
 */
export function defineNode(service: Service, resources: Resource[], defaultResource: string) {
	const definitions: Operations = new Map();
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
	for (const { name, value, operations, outputs = [] } of resources) {
		const parameters: INodeProperties[] = [];
		for (const operation of operations) {
			const id = `${value}.${operation.value}`;
			definitions.set(id, { operation, outputs: Math.max(1, outputs.length) });
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
		outputs: outputsOf(resources),
		/** Runs the operation that the node's parameters choose. */
		execute: async (context: IExecuteFunctions) => await execute(context, service, definitions),
		/** An expression's code: the chosen operation as a person reads it, such as `Get Many: List`. */
		operationLabel: `(${JSON.stringify(labels)})[$parameter["resource"] + "." + $parameter["operation"]]`,
		credentialTest: credentialTest(service),
	};
}

/** An expression, because each resource has its own outputs. */
function outputsOf(resources: Resource[]): INodeTypeDescription['outputs'] {
	const { Main: type } = NodeConnectionTypes;
	const named = resources.flatMap(({ value, outputs }) =>
		outputs ? [[value, outputs.map((displayName) => ({ type, displayName }))]] : [],
	);
	const byResource = JSON.stringify(Object.fromEntries(named));
	return `={{ (${byResource})[$parameter["resource"]] ?? ["${type}"] }}`;
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
	const { name, value, action, description, builderHint, displayOptions, endpoint } = operation;
	const { method, url, body } = endpoint;
	return {
		name,
		value,
		action,
		description,
		...(builderHint && { builderHint: { propertyHint: builderHint } }),
		...(displayOptions && { displayOptions }),
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
