import type { IDisplayOptions, INodeProperties, INodeType } from 'n8n-workflow';

import type { Operation } from '../run/operation';
import { requestOptions } from '../http/requestOptionsProperty';
import * as campaign from './campaign';
import * as contact from './contact';
import * as email from './email';
import * as event from './event';
import * as list from './list';
import * as variable from './variable';

/** A resource: its entry in the menu and its operations, the first of which is the default. */
interface Resource {
	menu: { name: string; value: string; description: string };
	operations: Operation[];
}

const resources: Resource[] = [campaign, contact, email, event, list, variable];

/** The parameters of one resource: the menu of its operations, then those of each operation. */
function propertiesOf({ menu, operations }: Resource): INodeProperties[] {
	const resource = [menu.value];
	const defaultOperation = operations[0]!.menu.value;
	const forTools = operations.filter((operation) => !operation.needsAllItems);
	const menuOf = (offered: Operation[], displayOptions: IDisplayOptions): INodeProperties => ({
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions,
		options: offered.map((operation) => operation.menu),
		default: defaultOperation,
	});
	return [
		...(forTools.length === operations.length
			? [menuOf(operations, { show: { resource } })]
			: [
					menuOf(operations, { show: { resource }, hide: { '@tool': [true] } }),
					menuOf(forTools, { show: { resource, '@tool': [true] } }),
				]),
		...operations.flatMap((operation) => {
			const show = { resource, operation: [operation.menu.value] };
			return operation.parameters.map((parameter) => ({
				...parameter,
				displayOptions: {
					...parameter.displayOptions,
					show: { ...show, ...parameter.displayOptions?.show },
				},
			}));
		}),
	];
}

/** The operations below n8n's declarative engine, by resource and operation. */
export const customOperations: INodeType['customOperations'] = Object.fromEntries(
	resources.map(({ menu, operations }) => [
		menu.value,
		Object.fromEntries(operations.map(({ menu: { value }, execute }) => [value, execute])),
	]),
);

/** All parameters of the node, in the order in which the editor shows them. */
export const resourceProperties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ menu }) => menu),
		default: 'campaign',
	},
	...resources.flatMap(propertiesOf),
	requestOptions,
];

/** What stands below the node in the editor, such as `Send to Input Items: Campaign (preview)`. */
const subtitles = Object.fromEntries(
	resources.flatMap(({ menu, operations }) =>
		operations.map((operation) => [
			`${menu.value}.${operation.menu.value}`,
			`${operation.menu.name}: ${menu.name}`,
		]),
	),
);

export const subtitle =
	`={{ (${JSON.stringify(subtitles)})[$parameter["resource"] + "." + $parameter["operation"]]` +
	' + ($parameter["resource"] === "campaign" && $parameter["mode"] === "preview" ? " (preview)" : "") }}';
