import type { INodePropertyOptions } from 'n8n-workflow';
import { Messenger } from '../../nodes/Messenger/Messenger.node';
import { scripts } from '../../package.json';
import { documents, readDocument, runTool } from './command';

it('every link and image leads to a file, and every # to a heading', () => {
	const validateLinks = ['--use', 'remark-validate-links=repository:false'];
	const { exitCode, output } = runTool(
		'remark',
		...['--frail', '--no-stdout', '--quiet', '--no-color'],
		...validateLinks,
		...documents(),
	);
	expect({ exitCode, output }).toEqual({ exitCode: 0, output: '' });
});

it('the documents name only npm scripts that there are', () => {
	const text = documents().map(readDocument).join('\n');
	const named = [...text.matchAll(/npm (?:run ([\w:-]+)|(start|test))/g)].map(
		([, script, lifecycle]) => script ?? lifecycle ?? '',
	);
	expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
});

it('the README names every operation', () => {
	const { properties } = new Messenger().description;
	const named = (name: string) => properties.filter((property) => property.name === name);
	const resources = named('resource')[0]!.options as INodePropertyOptions[];
	const operations = named('operation').flatMap(({ displayOptions, options }) => {
		const [value] = displayOptions!.show!.resource!;
		const resource = resources.find((option) => option.value === value)!.name;
		return (options as INodePropertyOptions[]).map(({ name }) => `${resource}: ${name}`);
	});
	const readme = readDocument('README.md');
	expect(operations.filter((operation) => !readme.includes(operation))).toEqual([]);
});
