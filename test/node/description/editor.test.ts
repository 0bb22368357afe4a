import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NodeHelpers, type INodeProperties, type INodePropertyOptions } from 'n8n-workflow';

import { NodeTypes } from '../../support/engine/nodeTypes';
import { Messenger } from '../../../nodes/Messenger/Messenger.node';
import { cases } from '../cases';
import { evaluated } from './evaluated';

const nodeFolder = join(__dirname, '../../../nodes/Messenger');
const { description } = new Messenger();

/** Every parameter, those within others too, each with the path of names that leads to it. */
function allParameters(parameters: INodeProperties[], path = ''): Array<[string, INodeProperties]> {
	return parameters.flatMap((parameter) => {
		const here = `${path}${parameter.name}`;
		const inner = (parameter.options ?? []).flatMap((option) => {
			if ('values' in option) return allParameters(option.values, `${here}.`);
			return 'type' in option ? allParameters([option as INodeProperties], `${here}.`) : [];
		});
		return [[here, parameter] as [string, INodeProperties], ...inner];
	});
}

/** All that can be filled in; a notice only says something. */
const parameters = allParameters(description.properties).filter(
	([, { type }]) => type !== 'notice',
);

/** Names that say all: the menus, the collections whose entries are described, and a pair's parts. */
const saysAll =
	/^(resource|operation|additionalFields|options|recipientFields|requestOptions|.*\.(name|value))$/;

/** Names in the editor that are not the parameter's name in words. */
const otherNames: Record<string, string> = {
	fromNumber: 'Sender Number',
	messengerNumber: 'Recipient Number',
	contactMessengerNumber: 'Contact Number',
	emailParameter: 'Query Parameter for the Email',
	recipientsInput: 'Specify Recipients',
	recipientsJson: 'Recipients (JSON)',
	dataInput: 'Specify Data',
	dataJson: 'Data (JSON)',
	onMalformed: 'On Malformed Address',
	maxRecipients: 'Maximum Recipients',
	recipientsPerRequest: 'Recipients per Request',
};

it('calls every parameter by its name in words', () => {
	for (const [, { name, displayName }] of parameters) {
		const inWords = name.replace(/[A-Z]/g, ' $&').replace(/^./, (letter) => letter.toUpperCase());
		expect(displayName).toBe(otherNames[name] ?? inWords);
	}
});

it('gives every choice of a menu a name of its own', () => {
	for (const [, { type, options = [] }] of parameters) {
		if (type !== 'options') continue;
		const names = options.map((option) => option.name);
		expect(names).not.toContain('');
		expect(new Set(names).size).toBe(names.length);
	}
});

it('names every form of a list', () => {
	const forms = parameters.flatMap(([, { options = [] }]) =>
		options.filter((option) => 'values' in option),
	);
	expect(forms.map(({ name, displayName }) => [name, displayName])).toEqual(
		forms.map(({ name }) => [name, name.replace(/^./, (letter) => letter.toUpperCase())]),
	);
});

it('describes every parameter whose name does not say all', () => {
	const silent = parameters.filter(([, { description: text }]) => !text).map(([path]) => path);
	expect(silent.filter((path) => !saysAll.test(path))).toEqual([]);
});

it('describes nothing by its own name', () => {
	for (const [, { displayName, description: text }] of parameters) {
		expect(text?.toLowerCase()).not.toBe(displayName.toLowerCase());
	}
});

it('shows an example in every text field that has no default', () => {
	const bare = parameters.filter(
		([, { type, placeholder, default: value }]) =>
			(type === 'string' || type === 'json') && !placeholder && value === '',
	);
	expect(bare.map(([path]) => path)).toEqual([]);
});

it('gives every operation an action and a description', () => {
	const operations = description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ options }) => options as INodePropertyOptions[]);
	expect(operations).toHaveLength(cases.length);
	const actions = operations.map(({ action }) => action);
	expect(new Set(actions).size).toBe(cases.length);
	for (const { action, description: text } of operations) {
		expect(action).toMatch(/^(Send|Verify|Find|Get)( many)? /);
		expect(text).toBeTruthy();
	}
});

it('describes every value of every menu', () => {
	const values = parameters
		.filter(([path, { type }]) => type === 'options' && path !== 'operation')
		.flatMap(([, { options }]) => options as INodePropertyOptions[]);
	expect(values.filter(({ description: text }) => !text)).toEqual([]);
});

it('has icons for both themes, drawn as SVG', () => {
	const { light, dark } = description.icon as { light: string; dark: string };
	const drawings = [light, dark].map((icon) =>
		readFileSync(join(nodeFolder, icon.replace('file:', '')), 'utf8'),
	);
	for (const drawing of drawings) expect(drawing).toContain('<svg');
	expect(drawings[0]).not.toBe(drawings[1]);
});

it('has a codex file for this node', () => {
	const path = join(nodeFolder, 'Messenger.node.json');
	expect(existsSync(path)).toBe(true);
	const codex = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
	expect(codex).toMatchObject({ node: 'n8n-nodes-messenger.messenger', codexVersion: '1.0' });
	expect(codex.categories).not.toEqual([]);
});

it.each([
	[{}, 'Manual preview · Send: Campaign'],
	[{ sendMode: 'send' }, 'Send: Campaign'],
	[{ sendMode: 'testManual' }, 'Manual test · Send: Campaign'],
	[{ operation: 'sendToItems', sendMode: 'preview' }, 'Preview only · Send to All Items: Campaign'],
	[{ resource: 'event', operation: 'send', eventCode: 'a' }, 'Send: Event'],
	[{ resource: 'variable', operation: 'getAll' }, 'Get Many: Variable'],
])('tells in its subtitle what it does: with %j, "%s"', (parameters, subtitle) => {
	expect(evaluated(description.subtitle!, parameters)).toBe(subtitle);
});

it("keeps n8n's own Request Options beside its three", () => {
	const node = new Messenger();
	new NodeTypes(node);
	const { options } = node.description.properties.find(({ name }) => name === 'requestOptions')!;
	expect(options?.map(({ name }) => name).sort()).toEqual([
		'allowUnauthorizedCerts',
		'batching',
		'maxConcurrency',
		'maxRetryWait',
		'proxy',
		'resendUncertain',
		'timeout',
	]);
});

it('needs no more than its required parameters to be valid', () => {
	const node = {
		id: '1',
		name: 'Messenger',
		type: 'n8n-nodes-messenger.messenger',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: { resource: 'event', operation: 'send', eventCode: 'a', contactEmail: 'a@b' },
	};
	expect(NodeHelpers.getNodeParametersIssues(description.properties, node, description)).toBeNull();
});
