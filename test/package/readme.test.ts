import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { parse } from 'yaml';
import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { root } from './command';
import { readDocument, shellLines } from './documents';

const readme = readDocument('README.md');
const operationsPage = readDocument('docs/operations.md');
const { properties } = new Messenger().description;

it('tells no command that no test or script runs', () => {
	expect(shellLines(readme).sort()).toEqual([
		// test/package/install.test.ts
		'mkdir -p ~/.n8n/nodes && cd ~/.n8n/nodes && npm install --omit=peer --ignore-scripts n8n-nodes-messenger',
		// .ci/run
		'npm ci && npm run demo',
		'npm ci && npm test',
		// test/real/editor/globalSetup.ts
		'npm start',
	]);
});

it('every operation has a row in the README, a section in docs/operations.md, and a place in the form for bugs', () => {
	const named = (name: string) => properties.filter((property) => property.name === name);
	const resources = named('resource')[0]!.options as INodePropertyOptions[];
	const operations = named('operation').flatMap(({ displayOptions, options }) => {
		const [value] = displayOptions!.show!.resource!;
		const resource = resources.find((option) => option.value === value)!.name;
		return (options as INodePropertyOptions[]).map(({ name }) => `${resource}: ${name}`);
	});
	const headings = operationsPage.split('\n').filter((line) => line.startsWith('## '));
	const sections = headings.flatMap((line) => line.slice('## '.length).split(' and '));
	expect(operations.filter((operation) => !sections.includes(operation))).toEqual([]);
	const rows = readme.split('\n').map((line) => line.split('|')[1]?.trim());
	expect(operations.filter((operation) => !rows.includes(operation))).toEqual([]);
	const form = parse(readFileSync(join(root, '.github/ISSUE_TEMPLATE/bug.yml'), 'utf8')) as {
		body: Array<{ id?: string; attributes: { options?: string[] } }>;
	};
	const choices = form.body.find(({ id }) => id === 'operation')?.attributes.options;
	expect(choices?.slice(0, -1)).toEqual(Array.from(new Set(operations)));
});

type Entry = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** What a user fills in: the parameters in a list of properties, with those inside of collections. */
function parameters(entries: Entry[]): INodeProperties[] {
	return entries.flatMap((entry) => {
		if ('values' in entry) return parameters(entry.values);
		if (!('type' in entry) || ['notice', 'hidden'].includes(entry.type)) return [];
		const holdsOthers = ['collection', 'fixedCollection'].includes(entry.type);
		return holdsOthers ? parameters(entry.options ?? []) : [entry];
	});
}

// What is chosen in these menus shows in the headings, and in which of two forms is filled in.
const menus = ['resource', 'operation', 'recipientsInput', 'dataInput'];
const filledIn = parameters([...properties, ...new MessengerApi().properties]).filter(
	({ name }) => !menus.includes(name),
);

it('says the name in the editor of each parameter', () => {
	const text = (readme + operationsPage).replace(/\s+/g, ' ').toLowerCase();
	const missing = filledIn
		.map(({ displayName }) => displayName)
		.filter((displayName) => !text.includes(displayName.toLowerCase()));
	expect(missing).toEqual([]);
});

it('says the name in an exported workflow of each parameter that is not a field of a form', () => {
	const collections = properties.filter(({ type }) => type === 'collection');
	const names = [
		...properties.filter(({ type }) => type !== 'collection' && type !== 'notice'),
		...collections
			.filter(({ name }) => name !== 'recipientFields')
			.flatMap(({ options }) => (options ?? []) as INodeProperties[]),
	].map(({ name }) => name);
	const missing = names.filter(
		(name) => !menus.includes(name) && !operationsPage.includes(`\`${name}\``),
	);
	expect(missing).toEqual([]);
});

it("gives the Request Options' defaults as the node has them", () => {
	const own = properties.find(({ name }) => name === 'requestOptions')
		?.options as INodeProperties[];
	expect(own.map(({ name }) => name)).toEqual([
		'maxConcurrency',
		'maxRetryWait',
		'resendUncertain',
	]);
	for (const { displayName, name, default: value } of own) {
		const row = operationsPage
			.split('\n')
			.find((line) => line.includes(`${displayName} (\`${name}\`)`));
		const words = value === false ? 'Off by default' : `Default ${String(value)}`;
		expect(row).toMatch(new RegExp(`${words}\\.`));
	}
});
