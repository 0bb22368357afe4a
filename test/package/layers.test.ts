import { readFileSync } from 'node:fs';
import madge from 'madge';

import { readDocument } from './documents';

/** The layers of nodes/runtime, from the top to the bottom. */
const layers = ['node', 'run', 'limiter', 'http', 'response', 'input'];

/** The position of a file's layer. Messenger's half stands above the runtime, and the service's form below all. */
function levelOf(file: string): number {
	if (!file.startsWith('nodes/runtime/'))
		return /^(nodes\/Messenger|credentials)\//.test(file) ? 0 : NaN;
	const layer = /^nodes\/runtime\/(\w+)\//.exec(file)?.[1];
	if (layer === undefined) return layers.length + 1;
	return layers.includes(layer) ? layers.indexOf(layer) + 1 : NaN;
}

/** Each file's imports, without those of packages. */
let all: Array<[file: string, imported: string[]]>;
/** The same of every file that is published. */
let imports: Record<string, string[]>;
let circles: string[][];

beforeAll(async () => {
	const folders = ['nodes', 'credentials', 'sandbox', 'playground', 'bench', 'release', 'test'];
	const found = await madge(folders, {
		baseDir: '.',
		fileExtensions: ['ts'],
		tsConfig: 'tsconfig.dev.json',
		excludeRegExp: [/node_modules/],
	});
	const published = /^(nodes|credentials)\//;
	all = Object.entries(found.obj());
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

it('the folders next to nodes import from each other only as docs/architecture.md says', () => {
	const rows = [...readDocument('docs/architecture.md').matchAll(/^\| `(\w+)` .*\|(.*)\|$/gm)];
	const allowed = new Map(
		rows.map(([, folder, others]) => [
			folder!,
			[...others!.matchAll(/`(.+?)`/g)].map(([, one]) => one!),
		]),
	);
	expect([...allowed.keys()].sort()).toEqual(['bench', 'playground', 'release', 'sandbox', 'test']);
	const folderOf = (path: string) => path.split('/')[0]!;
	const isAllowed = (from: string, path: string) =>
		folderOf(from) === folderOf(path) ||
		!allowed.has(folderOf(path)) ||
		allowed.get(folderOf(from))?.some((one) => path.startsWith(`${one}/`) || path === `${one}.ts`);
	const forbidden = all.flatMap(([file, imported]) =>
		imported.filter((path) => !isAllowed(file, path)).map((path) => `${file} → ${path}`),
	);
	expect(all.flatMap(([, imported]) => imported).length).toBeGreaterThan(1_000);
	expect(forbidden).toEqual([]);
});
