import type { INodeProperties, INodeType } from 'n8n-workflow';

import { requestOptions } from '../../runtime/http/options';
import type { Operation } from '../../runtime/run/operation';
import { send as sendCampaign } from './campaign/send.operation';
import { subtitleOfMode } from './campaign/sendMode';
import { sendToItems } from './campaign/sendToItems.operation';
import { find } from './contact/find.operation';
import { verify } from './email/verify.operation';
import { send as sendEvent } from './event/send.operation';
import { getAll as getLists } from './list/getAll.operation';
import { getAll as getVariables } from './variable/getAll.operation';

interface Resource {
	name: string;
	value: string;
	description: string;
	/** The first is the default. */
	operations: Operation[];
}

const resources: Resource[] = [
	{
		name: 'Campaign',
		value: 'campaign',
		description: 'A template message to the phones of its recipients',
		operations: [sendCampaign, sendToItems],
	},
	{
		name: 'Contact',
		value: 'contact',
		description: 'A person in the workspace of the service',
		operations: [find],
	},
	{
		name: 'Email',
		value: 'email',
		description: 'An email address that is checked before it is used',
		operations: [verify],
	},
	{
		name: 'Event',
		value: 'event',
		description: 'Something that happened to a contact, e.g. an order or a sign-up',
		operations: [sendEvent],
	},
	{
		name: 'List',
		value: 'list',
		description: 'A mailing list of the workspace',
		operations: [getLists],
	},
	{
		name: 'Variable',
		value: 'variable',
		description: 'A custom field of the contacts of the workspace',
		operations: [getVariables],
	},
];

/** The menu of the resource's operations, then the parameters of each. */
function propertiesOf({ value, operations }: Resource): INodeProperties[] {
	const resource = [value];
	const defaultOperation = operations[0]!.menu.value;
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource } },
			options: operations.map(({ menu }) => menu),
			default: defaultOperation,
		},
		...operations.flatMap(({ menu, parameters }) =>
			parameters.map(({ displayOptions, ...parameter }) => {
				const show = { resource, operation: [menu.value], ...displayOptions?.show };
				return { ...parameter, displayOptions: { ...displayOptions, show } };
			}),
		),
	];
}

/** By resource and operation. */
export const customOperations: INodeType['customOperations'] = Object.fromEntries(
	resources.map(({ value, operations }) => [
		value,
		Object.fromEntries(operations.map(({ menu, execute }) => [menu.value, execute])),
	]),
);

/** All parameters of the node, in the order in which the editor shows them. */
export const resourceProperties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value, description }) => ({ name, value, description })),
		default: 'campaign',
	},
	...resources.flatMap(propertiesOf),
	requestOptions,
];

/** What stands below the node in the editor, such as `Manual preview · Send to All Items: Campaign`. */
const subtitles = Object.fromEntries(
	resources.flatMap(({ name, value, operations }) =>
		operations.map(({ menu }) => [`${value}.${menu.value}`, `${menu.name}: ${name}`]),
	),
);

export const subtitle =
	`={{ ((${JSON.stringify(subtitleOfMode)})[$parameter["sendMode"]] ?? "") + ` +
	`(${JSON.stringify(subtitles)})[$parameter["resource"] + "." + $parameter["operation"]] }}`;
