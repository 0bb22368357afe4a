import { scripts } from '../../package.json';
import { runTool } from './command';
import { documents, readDocument, scriptsIn } from './documents';

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
