import { MessengerApi } from '../../credentials/MessengerApi.credentials';
import { resources } from '../../nodes/Messenger/resources';
import { homepage, scripts } from '../../package.json';
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
	const names = resources.flatMap(({ name, operations }) =>
		operations.map((operation) => `${name}: ${operation.name}`),
	);
	const readme = readDocument('README.md');
	expect(names.filter((name) => !readme.includes(name))).toEqual([]);
});

it("the credential leads to the README's section on how to make it", () => {
	const [repository, section] = new MessengerApi().documentationUrl.split('#');
	expect(repository).toBe(homepage.replace(/#.*/, ''));
	const readme = readDocument('README.md').toLowerCase().replaceAll(' ', '-');
	expect(readme).toContain(`\n##-${section}\n`);
});
