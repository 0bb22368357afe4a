import { readFileSync } from 'node:fs';
import type {
	IDataObject,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

import { MessengerApi } from '../../../credentials/MessengerApi.credentials';
import { Messenger } from '../../../nodes/Messenger/Messenger.node';

const { description } = new Messenger();
const { properties, hints } = description;
const credential = new MessengerApi();

type Property = INodeProperties | INodePropertyCollection | INodePropertyOptions;

const asText = (value: unknown) => JSON.stringify(value);
const filled = (...parts: unknown[]) => parts.filter(Boolean).join(' | ');

/** A parameter and all that is within it: what workflows store of it, below that what people read of it. */
function rowsOf(property: Property): string[] {
	if ('values' in property) {
		const { name, displayName, values } = property;
		return [`${name} (${displayName})`, ...values.flatMap(rowsOf)];
	}
	if (!('type' in property)) {
		const { name, value, action, description: text } = property;
		return [`${asText(value)}: ${filled(name, action, text)}`];
	}
	const { name, type, displayName, description: text, hint, placeholder, options } = property;
	const { show = {}, hide } = property.displayOptions ?? {};
	const conditions = Object.entries(show).filter(([of]) => of !== 'resource' && of !== 'operation');
	const rules = {
		...property.typeOptions,
		...Object.fromEntries(conditions),
		...(hide && { not: hide }),
	};
	return [
		[
			`${name}: ${type}`,
			type !== 'notice' && ` = ${asText(property.default)}`,
			property.required && ', required',
			property.noDataExpression && ', no expression',
			property.isNodeSetting && ', in Settings',
			Object.keys(rules).length > 0 && ` ${asText(rules)}`,
		]
			.filter(Boolean)
			.join(''),
		`  ${filled(displayName, text, hint && `(${hint})`, placeholder)}`,
		...(options ?? []).flatMap(rowsOf).map((row) => `    ${row}`),
	];
}

it('the parameters: what workflows store, and what people read', () => {
	let above = '';
	const rows = properties.flatMap((parameter) => {
		const { resource = [], operation = [] } = parameter.displayOptions?.show ?? {};
		const title = ['──', ...resource, ...operation].join(' ');
		const heading = title === above ? [] : [title];
		above = title;
		return [...heading, ...rowsOf(parameter)];
	});
	expect(rows.join('\n')).toMatchSnapshot();
});

it("n8n gets nothing of a parameter that is the node's own", () => {
	const own = new Set(['check', 'needs', 'leftOutAs', 'sentTo']);
	const names = (value: unknown): string[] =>
		typeof value !== 'object' || value === null
			? []
			: Object.entries(value).flatMap(([name, inner]) => [name, ...names(inner)]);
	expect(names(properties).filter((name) => own.has(name))).toEqual([]);
});

it('the credential', () => {
	const rows = credential.properties.flatMap(rowsOf);
	expect([asText(credential.icon), ...rows].join('\n')).toMatchSnapshot();
	const { name, displayName } = credential;
	expect([name, displayName]).toEqual(['messengerApi', 'Messenger API']);
});

it('who the node is, and what it says next to the output', () => {
	const apart = ['properties', 'hints', 'requestDefaults', 'subtitle'];
	const rows = Object.entries(description)
		.filter(([name]) => !apart.includes(name))
		.map(([name, value]) => `${name}: ${asText(value)}`);
	const said = hints!.map(({ type, message, whenToDisplay = 'always' }, index) => {
		return `hint ${index + 1}, ${type}, ${whenToDisplay}: ${message}`;
	});
	expect([...rows, ...said].join('\n')).toMatchSnapshot();
	expect([Messenger.name, MessengerApi.name]).toEqual(['Messenger', 'MessengerApi']);
});

it('the words by which n8n finds the node', () => {
	const text = readFileSync('nodes/Messenger/Messenger.node.json', 'utf8');
	const codex = JSON.parse(text) as IDataObject;
	expect(codex.node).toBe(`n8n-nodes-messenger.${description.name}`);
	expect(codex).toMatchSnapshot();
});
