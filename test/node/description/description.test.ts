import {
	NodeHelpers,
	type INode,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { MessengerApi } from '../../../credentials/MessengerApi.credentials';
import { Messenger } from '../../../nodes/Messenger/Messenger.node';
import { NodeTypes } from '../../support/engine/nodeTypes';
import { sources } from '../sources';

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

it('the credential', () => {
	const shown = credential.properties.filter(({ type }) => type !== 'hidden');
	expect(shown.flatMap(rowsOf).join('\n')).toMatchSnapshot();
});

it('who the node is, and what it says before a run', () => {
	const apart = ['properties', 'hints', 'requestDefaults', 'subtitle'];
	const rows = Object.entries(description)
		.filter(([name]) => !apart.includes(name))
		.map(([name, value]) => `${name}: ${asText(value)}`);
	const said = hints!.map(({ type, message }, index) => `hint ${index + 1}, ${type}: ${message}`);
	expect([...rows, ...said].join('\n')).toMatchSnapshot();
	expect([Messenger.name, MessengerApi.name]).toEqual(['Messenger', 'MessengerApi']);
});

describe('what the node says anywhere', () => {
	const all = (found: Property[]): Property[] =>
		found.flatMap((one) => [
			one,
			...all('values' in one ? one.values : 'options' in one ? (one.options ?? []) : []),
		]);
	const { properties: ofNode } = new NodeTypes(new Messenger()).getByNameAndVersion(
		'n8n-nodes-messenger.messenger',
	).description;
	const shown = all([...ofNode, ...credential.properties]);
	/** All texts for people in the sources but expressions, without what is put into them. */
	const forPeople = sources.filter(({ path }) => !path.endsWith('builderHint.ts'));
	const texts = forPeople.flatMap(({ text }) =>
		[...text.matchAll(/(["'`])((?:\\.|(?!\1)[^\\])*)\1/g)]
			.map(([, , found = '']) => found.replace(/\$\{[^}]*\}/g, ''))
			.filter((found) => !/\$(parameter|self)/.test(found)),
	);

	it('names parameters and choices by their labels in the editor', () => {
		// Of n8n's own settings, Continue is one of On Error.
		const labels = new Set(
			['Continue'].concat(
				shown.flatMap(({ name, ...one }) => [name, (one as INodeProperties).displayName]),
			),
		);
		const named = texts.flatMap((text) => [...text.matchAll(/'([A-Z][\w ()]*)'/g)]);
		expect(named.length).toBeGreaterThan(20);
		expect(named.map(([, label]) => label).filter((label) => !labels.has(label!))).toEqual([]);
	});

	it('names none as only saved workflows do', () => {
		const names = shown.map(({ name }) => name).filter((name) => /^[a-z]+[A-Z]/.test(name));
		const internal = new RegExp(`\\b(${names.join('|')})\\b`);
		expect(texts.filter((text) => text.includes(' ') && internal.test(text))).toEqual([]);
	});
});

it('n8n keeps its own Request Options beside those of the node', () => {
	const loaded = new Messenger();
	new NodeTypes(loaded);
	const { options } = loaded.description.properties.find(({ name }) => name === 'requestOptions')!;
	expect(
		options
			?.map(({ name }) => name)
			.sort()
			.join(' '),
	).toBe(
		'allowUnauthorizedCerts batching maxConcurrency maxRetryWait proxy resendUncertain timeout',
	);
});

it('a node needs no more than its required parameters to be valid', () => {
	const parameters = { resource: 'event', operation: 'send', eventCode: 'a', contactEmail: 'a@b' };
	const node = {
		type: 'n8n-nodes-messenger.messenger',
		typeVersion: 1,
		parameters,
	} as unknown as INode;
	expect(NodeHelpers.getNodeParametersIssues(properties, node, description)).toBeNull();
});
