import {
	NodeConnectionTypes,
	NodeOperationError,
	type IExecuteFunctions,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { requestOptions } from '../http/options';
import { requestDefaults } from '../http/transport';
import { excerpt } from '../input/InvalidInput';
import { unmasked } from '../input/keyMask';
import { isTool } from '../engine/caller';
import { propertyOf } from '../engine/Parameter';
import type { OperationDefinition } from '../run/operation';
import { runOperation } from './runOperation';
import type { Service } from '../Service';
import { credentialTest } from './credentialTest';

export interface Resource {
	name: string;
	value: string;
	description: string;
	operations: OperationDefinition[];
	/** The editor's; without it, the first. */
	defaultOperation?: string;
	/** The labels of its outputs, if there are several: its operations choose one for each item. Not as a tool. */
	outputs?: string[];
}

/** Characters of a node's subtitle that n8n's canvas shows. */
const longestLabel = 26;

/** Makes the declarative description that n8n reads, and what runs it. @param defaultResource of a new node */
export function defineNode(service: Service, resources: Resource[], defaultResource: string) {
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
	for (const { name, value, operations, defaultOperation: chosen } of resources) {
		const first = chosen ?? operations[0]!.value;
		properties.push({
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [value] } },
			options: operations.map(menuEntry),
			default: first,
		});
		for (const operation of operations) {
			const label = `${operation.name}: ${name}`;
			labels[`${value}.${operation.value}`] = label.length > longestLabel ? operation.name : label;
			properties.push(...shownParameters(value, operation));
		}
	}
	properties.push(propertyOf(requestOptions));
	return {
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}', ...requestDefaults },
		/** In the order in which the editor shows them. n8n changes the list that it gets. */
		properties,
		outputs: outputsOf(resources),
		execute: async (context: IExecuteFunctions) => await execute(context, service, resources),
		/** An expression's code: the chosen operation as a person reads it, such as `Get Many: List`. */
		operationLabel: `(${JSON.stringify(labels)})[$parameter["resource"] + "." + $parameter["operation"]]`,
		credentialTest: credentialTest(service),
	};
}

/** As {@link runOperation}. All of n8n's ways lead here: its engine, partial runs, agents, MCP and Engine 2.0. */
async function execute(context: IExecuteFunctions, service: Service, resources: Resource[]) {
	const node = context.getNode();
	const chosen = node.parameters;
	const resource = resources.find(({ value }) => value === chosen.resource);
	const operation = resource?.operations.find(({ value }) => value === chosen.operation);
	if (operation === undefined) {
		// It may be misspelt, an expression, n8n's Custom API Call, or of a newer version.
		const name = `${excerpt(chosen.resource, unmasked)}: ${excerpt(chosen.operation, unmasked)}`;
		throw new NodeOperationError(node, `This node doesn't know the operation "${name}"`, {
			description: 'Choose it from the lists, without an expression, or update the package.',
		});
	}
	// As a tool, a node has one output.
	const outputs = isTool(node) ? 1 : resource?.outputs?.length;
	return await runOperation(context, service, operation, outputs);
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

function menuEntry(operation: OperationDefinition): INodePropertyOptions {
	const { name, value, action, description, displayOptions, endpoint } = operation;
	const { method, url, body } = endpoint;
	return {
		name,
		value,
		action,
		description,
		...(displayOptions && { displayOptions }),
		routing: { request: { method, url, ...(body && { body }) } },
	};
}

function shownParameters(resource: string, { value, parameters }: OperationDefinition) {
	return parameters.map((parameter) => {
		const { displayOptions, ...property } = propertyOf(parameter);
		const show = { resource: [resource], operation: [value], ...displayOptions?.show };
		return { ...property, displayOptions: { ...displayOptions, show } };
	});
}
