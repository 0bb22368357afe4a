import type { INodePropertyOptions } from 'n8n-workflow';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { readDocument, shellLines } from './documents';

const readme = readDocument('README.md');

it("has the seven sections of n8n's template", () => {
	expect(readme.match(/^## .*/gm)).toEqual([
		'## Installation',
		'## Operations',
		'## Credentials',
		'## Compatibility',
		'## Usage',
		'## Resources',
		'## Version history',
	]);
});

it('tells no command that no test or script runs', () => {
	expect(shellLines(readme).sort()).toEqual([
		// .ci/run
		'npm ci && npm run demo',
		// test/package/release/install.test.ts
		'npm install --prefix ~/.n8n/nodes --omit=peer --ignore-scripts n8n-nodes-messenger',
		// test/real/editor/globalSetup.ts
		'npm start',
	]);
});

it('every operation has a row in the README', () => {
	const { properties } = new Messenger().description;
	const named = (name: string) => properties.filter((property) => property.name === name);
	const resources = named('resource')[0]!.options as INodePropertyOptions[];
	const operations = named('operation').flatMap(({ displayOptions, options }) => {
		const [value] = displayOptions!.show!.resource!;
		const resource = resources.find((option) => option.value === value)!.name;
		return (options as INodePropertyOptions[]).map(({ name }) => `${resource}: ${name}`);
	});
	const rows = readme.split('\n').map((line) => line.split('|')[1]?.trim());
	expect(operations.filter((operation) => !rows.includes(operation))).toEqual([]);
});
