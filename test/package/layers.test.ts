import { readFileSync } from 'node:fs';
import madge from 'madge';

/** The layers of nodes/runtime, from the top to the bottom. */
const layers = ['node', 'report', 'send', 'run', 'limiter', 'http', 'response', 'engine', 'input'];

/** The position of a file's layer. Messenger's half stands above the runtime, and the service's form below all. */
function levelOf(file: string): number {
	if (!file.startsWith('nodes/runtime/'))
		return /^(nodes\/Messenger|credentials)\//.test(file) ? 0 : NaN;
	const layer = /^nodes\/runtime\/(\w+)\//.exec(file)?.[1];
	if (layer === undefined) return layers.length + 1;
	return layers.includes(layer) ? layers.indexOf(layer) + 1 : NaN;
}

/** The imports of every file that is published, without those of packages. */
let imports: Record<string, string[]>;
let circles: string[][];

beforeAll(async () => {
	const folders = ['nodes', 'credentials', 'tools', 'test'];
	const found = await madge(folders, {
		baseDir: '.',
		fileExtensions: ['ts'],
		tsConfig: 'tsconfig.dev.json',
		excludeRegExp: [/node_modules/],
	});
	const published = /^(nodes|credentials)\//;
	const all = Object.entries(found.obj());
	imports = Object.fromEntries(all.filter(([file]) => published.test(file)));
	circles = found.circular();
});

it('no file of the repository imports itself by way of others', () => {
	expect(circles).toEqual([]);
});

it('every file stands in a layer that docs/architecture.md draws, and imports from none above', () => {
	expect(Object.keys(imports).length).toBeGreaterThan(50);
	expect(Object.keys(imports).filter((file) => Number.isNaN(levelOf(file)))).toEqual([]);
	const upwards = Object.entries(imports).flatMap(([file, imported]) =>
		imported.filter((other) => levelOf(other) < levelOf(file)).map((other) => `${file} → ${other}`),
	);
	expect(upwards).toEqual([]);
});

it('the runtime knows no word of the service', () => {
	const files = Object.keys(imports).filter((file) => file.startsWith('nodes/runtime/'));
	const words = /messenger|campaign|recipient|mailing|\/webhook/i;
	const found = files.flatMap((file) =>
		readFileSync(file, 'utf8')
			.split('\n')
			.flatMap((line, index) => (words.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
	);
	expect(found).toEqual([]);
});
