import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
	ICredentialType,
	IDataObject,
	INodeParameters,
	INodeProperties,
	INodePropertyOptions,
	INodeType,
	NodeParameterValueType,
} from 'n8n-workflow';

import { messengerWorkflow } from '../../test/support/engine/messengerWorkflow';
import { runWorkflow } from '../../test/support/engine/runWorkflow';
import type { ShownText } from './descriptionTexts';
import { messageTexts } from './problemTexts';

/** What people and expressions put where something else belongs. */
const badValues: unknown[] = [
	...['', ' ', 'x', '{', '{}', '[]', '[{}]', '[1]', '2001-01-01', null, true, 0, -1, 1.5],
	...[{}, [], { a: 1 }, [{}], [1], [{ messenger_number: '+14155550123', name: {} }]],
	// No phone numbers, each for a reason of its own.
	...['14155550123', '0171 3920001', '0049 171 3920001', '+49 (0) 171 3920001', '+0123456'],
	...['+49 171 3920001/68', '+1415555*123', '+123', '+1234567890123456', `+${'-'.repeat(101)}`],
];

const expression = '={{ $json.value }}';

/** Shown in the editor for this operation, whatever the other parameters are. */
function parametersOf(node: INodeType, resource: string, operation: string): INodeProperties[] {
	return node.description.properties.filter(
		({ displayOptions: { show, hide } = {} }) =>
			show?.resource?.includes(resource) === true &&
			show.operation?.includes(operation) === true &&
			(hide?.['@tool'] !== undefined || show['@tool'] === undefined),
	);
}

/** The examples that the editor shows in empty fields. */
function examplesOf(properties: INodeProperties[]): INodeParameters {
	return Object.fromEntries(
		properties.map(({ name, placeholder = '' }) => [name, placeholder.replace('e.g. ', '')]),
	);
}

/** An operation with its own examples as values. */
function goodParameters(
	node: INodeType,
	resource: string,
	operation: string,
	isFilled: (parameter: INodeProperties) => boolean,
): INodeParameters {
	const texts = parametersOf(node, resource, operation).filter(
		(parameter) => parameter.type === 'string' && isFilled(parameter),
	);
	return {
		resource,
		operation,
		...examplesOf(texts),
		...(operation === 'send' &&
			resource === 'campaign' && {
				recipients: { recipient: [{ messengerNumber: '+14155550123' }] },
			}),
		// All that is not refused.
		...(resource === 'campaign' && { sendMode: 'send' }),
	};
}

/** Every way in which one parameter, or one within it, is an expression. */
function withExpression(parameter: INodeProperties): NodeParameterValueType[] {
	const { type, options = [], typeOptions } = parameter;
	if (type === 'notice') return [];
	const inner = (properties: INodeProperties[]): INodeParameters[] =>
		properties.flatMap((property) =>
			withExpression(property).map((value) => ({ [property.name]: value })),
		);
	if (type === 'collection') return inner(options as INodeProperties[]);
	if (type !== 'fixedCollection') return [expression];
	return options.flatMap((group) =>
		'values' in group
			? inner(group.values).map((entry) => {
					const whole = {
						...examplesOf(group.values.filter(({ required }) => required)),
						...entry,
					};
					return { [group.name]: typeOptions?.multipleValues ? [whole] : whole };
				})
			: [],
	);
}

/** Only what is required, then all with one parameter at a time read from the item; and what is only shown. */
function variants(node: INodeType, resource: string, operation: string): INodeParameters[] {
	const good = goodParameters(node, resource, operation, () => true);
	const leastPossible = goodParameters(
		node,
		resource,
		operation,
		({ required }) => required === true,
	);
	const changed = parametersOf(node, resource, operation).flatMap((parameter) => {
		const { show = {} } = parameter.displayOptions ?? {};
		const others = Object.entries(show).flatMap(([name, values]) =>
			name.startsWith('@') || Array.isArray(good[name]) ? [] : [[name, values?.[0]]],
		);
		return withExpression(parameter).map((value) => ({
			...good,
			...(Object.fromEntries(others) as INodeParameters),
			[parameter.name]: value,
		}));
	});
	const shown = good.sendMode === undefined ? [] : ['previewManual', 'preview'];
	return [leastPossible, ...changed, ...shown.map((sendMode) => ({ ...good, sendMode }))];
}

function pairs(node: INodeType): Array<[resource: string, operation: string]> {
	return node.description.properties
		.filter(({ name, displayOptions }) => name === 'operation' && !displayOptions?.show?.['@tool'])
		.flatMap(({ displayOptions, options }) =>
			(options as INodePropertyOptions[]).map(({ value }): [string, string] => [
				String(displayOptions?.show?.resource),
				String(value),
			]),
		);
}

/**
 * What n8n's engine says of every operation with something bad in each of its parameters, one at a
 * time, and after such a run. What is not refused goes to a service that refuses everything.
 */
export async function inputTexts(
	node: INodeType,
	credentialType: ICredentialType,
): Promise<ShownText[]> {
	const service = createServer((_request, response) => {
		response.writeHead(400, { 'content-type': 'application/json' });
		response.end('{"success":false,"message":"Refused by the service"}');
	});
	await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
	const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
	const items = badValues.map((value) => ({ value }) as IDataObject);
	const found: ShownText[] = [];
	try {
		for (const [resource, operation] of pairs(node)) {
			for (const parameters of variants(node, resource, operation)) {
				const workflow = messengerWorkflow(parameters, items, { onError: 'continueRegularOutput' });
				const { json, run } = await runWorkflow(workflow, {
					node,
					credentialType,
					credential: { baseUrl, apiKey: 'sk-example' },
					mode: 'manual',
				});
				const where = `${resource} › ${operation}`;
				const { hints = [] } = run.data.resultData.runData.Messenger?.at(-1) ?? {};
				found.push(...hints.map(({ message: text }): ShownText => ({ where, kind: 'hint', text })));
				for (const { error, message } of json('Messenger') as IDataObject[]) {
					if (typeof error !== 'string') continue;
					found.push(...messageTexts(where, { message: error, description: String(message) }));
				}
			}
		}
	} finally {
		service.close();
	}
	return withoutRepeats(found);
}

/** The same text for another item, value or number of items is the same text. */
function withoutRepeats(texts: ShownText[]): ShownText[] {
	const kept = new Map<string, ShownText>();
	for (const shown of texts) {
		const text = shown.text.replace(/\[item \d+\]/g, '[item 0]');
		const counted = shown.kind === 'hint' ? text.replace(/\d+ (\w+?)s?\b/g, 'N $1') : text;
		const key = `${shown.where} ${counted.replace(/"[^"]*"+/g, '""')}`;
		if (!kept.has(key)) kept.set(key, { ...shown, text });
	}
	return [...kept.values()];
}
