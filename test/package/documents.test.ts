import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runTool } from './command';
import { documents, readDocument, scriptsIn } from './documents';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	scripts: Record<string, string>;
};

it('every link and image leads to a file, and every # to a heading', async () => {
	const validateLinks = ['--use', 'remark-validate-links=repository:false'];
	const { exitCode, output } = await runTool(
		'remark',
		...['--frail', '--no-stdout', '--quiet', '--no-color'],
		...validateLinks,
		...documents(),
	);
	expect({ exitCode, output }).toEqual({ exitCode: 0, output: '' });
});

it.each(documents())('%s names only npm scripts that there are', (name) => {
	const unknown = scriptsIn(readDocument(name)).filter((script) => !(script in scripts));
	expect(unknown).toEqual([]);
});

it('examples/README.md has a row for each example', () => {
	const text = readDocument('examples/README.md');
	const missing = readdirSync(join(root, 'examples')).filter(
		(name) => name.endsWith('.workflow.json') && !text.includes(`](${name})`),
	);
	expect(missing).toEqual([]);
});
