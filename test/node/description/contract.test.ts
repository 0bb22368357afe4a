import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { Messenger } from '../../../nodes/Messenger/Messenger.node';
import { cases } from '../cases';
import type { ContractParameter } from '../operations/contractParameter';

const { description } = new Messenger();

/** The operations and their parameters, as the cases have them. */
const contract = Object.fromEntries(
	cases.map(({ resource, operation, contract }) => [`${resource}/${operation}`, contract]),
);

/** The same node, as the editor adds it to a workflow and as it adds it to an agent. */
type Variant = 'node' | 'tool';

const isIn = (variant: Variant, { displayOptions }: INodeProperties) =>
	variant === 'tool'
		? displayOptions?.hide?.['@tool'] === undefined
		: displayOptions?.show?.['@tool'] === undefined;

const named = (name: string, variant: Variant = 'node') =>
	description.properties.filter((property) => property.name === name && isIn(variant, property));

/** The parameters that the editor offers for an operation, whatever the values of the others. */
function parametersOf(
	resource: string,
	operation: string,
	variant: Variant = 'node',
): INodeProperties[] {
	return description.properties.filter((property) => {
		const { name, type, displayOptions } = property;
		const show = displayOptions?.show;
		return (
			name !== 'operation' &&
			type !== 'notice' &&
			isIn(variant, property) &&
			show?.resource?.includes(resource) === true &&
			show.operation?.includes(operation) === true
		);
	});
}

/** The pairs of resource and operation that the menus offer. */
function pairsIn(variant: Variant): string[] {
	return named('operation', variant).flatMap(({ displayOptions, options }) =>
		(options as INodePropertyOptions[]).map(
			({ value }) => `${String(displayOptions?.show?.resource)}/${String(value)}`,
		),
	);
}

/** A parameter in the words of the contract. */
function inContract(parameter: INodeProperties): ContractParameter {
	const { name, type, required, typeOptions, default: value } = parameter;
	return {
		name,
		type,
		default: value,
		...(required && { required }),
		...(typeOptions?.multipleValues && { multiple: true }),
		...(typeOptions?.minValue !== undefined && { minValue: typeOptions.minValue }),
		...heldBy(parameter),
	};
}

function heldBy({ type, options = [] }: INodeProperties): Partial<ContractParameter> {
	if (type === 'options') {
		return { values: (options as INodePropertyOptions[]).map(({ value }) => String(value)) };
	}
	if (type === 'collection') return { holds: (options as INodeProperties[]).map(inContract) };
	if (type !== 'fixedCollection') return {};
	const groups = options as INodePropertyCollection[];
	return {
		holds: Object.fromEntries(groups.map(({ name, values }) => [name, values.map(inContract)])),
	};
}

it('is the node that saved workflows name', () => {
	expect(description).toMatchObject({
		name: 'messenger',
		displayName: 'Messenger',
		version: 1,
		credentials: [{ name: 'messengerApi', required: true }],
	});
	expect(Messenger.name).toBe('Messenger');
});

it('begins with a campaign, and takes no expression for what it is to do', () => {
	expect(named('resource')).toMatchObject([{ default: 'campaign', noDataExpression: true }]);
	for (const menu of named('operation')) expect(menu.noDataExpression).toBe(true);
});

it('takes items and gives items, and is found among the nodes that send something out', () => {
	expect(description).toMatchObject({
		defaults: { name: 'Messenger' },
		inputs: ['main'],
		outputs: ['main'],
		group: ['output'],
		usableAsTool: true,
		builderHint: { searchHint: expect.stringContaining('operation sendToItems') },
	});
});

it('has the resources and operations of the contract, and no others', () => {
	const resources = (named('resource')[0]?.options as INodePropertyOptions[]).map(
		({ value }) => value,
	);
	const pairs = pairsIn('node');
	expect(pairs).toEqual(Object.keys(contract));
	expect(resources).toEqual([...new Set(pairs.map((pair) => pair.split('/')[0]))]);
});

describe.each(Object.entries(contract))('%s', (pair, parameters) => {
	const [resource = '', operation = ''] = pair.split('/');

	it('has the parameters of the contract, their types, defaults and values', () => {
		expect(parametersOf(resource, operation).map(inContract)).toEqual(parameters);
	});
});

describe("as an agent's tool", () => {
	it('has the same operations', () => {
		expect(pairsIn('tool')).toEqual(Object.keys(contract));
	});

	it('says only there that a person should approve a campaign', () => {
		const notices = description.properties.filter(({ name }) => name === 'toolNotice');
		expect(notices).not.toHaveLength(0);
		for (const { type, default: value, displayOptions } of notices) {
			expect({ type, value }).toEqual({ type: 'notice', value: '' });
			expect(displayOptions?.show).toMatchObject({ '@tool': [true], resource: ['campaign'] });
		}
		const variants = named('sendMode', 'node').concat(named('sendMode', 'tool'));
		for (const { default: value, displayOptions } of variants) {
			const { hide, show } = displayOptions ?? {};
			if (value === 'preview') expect(show?.['@tool']).toEqual([true]);
			else expect(hide?.['@tool']).toEqual([true]);
		}
	});

	it('has the same parameters, but begins with a campaign that is not sent', () => {
		for (const pair of pairsIn('tool')) {
			const [resource = '', operation = ''] = pair.split('/');
			expect(parametersOf(resource, operation, 'tool').map(inContract)).toEqual(
				contract[pair]?.map((parameter) =>
					parameter.name === 'sendMode' ? { ...parameter, default: 'preview' } : parameter,
				),
			);
		}
	});
});

describe('a parameter that depends on another', () => {
	it.each([
		['testNumber', { sendMode: ['testManual'] }],
		['recipients', { recipientsInput: ['fields'] }],
		['recipientsJson', { recipientsInput: ['json'] }],
		['data', { dataInput: ['fields'] }],
		['dataJson', { dataInput: ['json'] }],
		['limit', { returnAll: [false] }],
	])('%s is shown for %j', (name, show) => {
		for (const { displayOptions } of named(name)) expect(displayOptions?.show).toMatchObject(show);
	});

	it('is shown for nothing but these', () => {
		const ofNode = description.properties.filter((property) => isIn('node', property));
		const dependent = ofNode.filter(({ displayOptions }) =>
			Object.keys(displayOptions?.show ?? {}).some(
				(key) => key !== 'resource' && key !== 'operation',
			),
		);
		expect(new Set(dependent.map(({ name }) => name))).toEqual(
			new Set(['testNumber', 'recipients', 'recipientsJson', 'data', 'dataJson', 'limit']),
		);
	});
});

it("adds three entries to n8n's own Request Options", () => {
	expect(named('requestOptions')).toMatchObject([{ isNodeSetting: true }]);
	const own = named('requestOptions').map(inContract);
	expect(own).toEqual([
		{
			name: 'requestOptions',
			type: 'collection',
			default: {},
			holds: [
				{ name: 'maxConcurrency', type: 'number', default: 100, minValue: 1 },
				{ name: 'maxRetryWait', type: 'number', default: 300, minValue: 0 },
				{ name: 'resendUncertain', type: 'boolean', default: false },
			],
		},
	]);
});
