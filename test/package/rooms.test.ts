import madge from 'madge';

/** From the top to the bottom; what stands in no folder is the node. */
const rooms = ['node', 'resources', 'run', 'gate', 'http', 'response', 'input'];

/** The number of a file's room. */
function levelOf(file: string): number {
	const room = /^nodes\/Messenger\/(\w+)\//.exec(file)?.[1] ?? 'node';
	return rooms.indexOf(room);
}

let imports: Record<string, string[]>;
let circles: string[][];

beforeAll(async () => {
	const found = await madge(['nodes', 'credentials'], {
		baseDir: '.',
		fileExtensions: ['ts'],
		tsConfig: 'tsconfig.json',
	});
	imports = found.obj();
	circles = found.circular();
});

it('every file stands in a room that docs/architecture.md draws', () => {
	expect(Object.keys(imports).length).toBeGreaterThan(50);
	expect(Object.keys(imports).filter((file) => levelOf(file) < 0)).toEqual([]);
});

it('no file imports from a room above its own', () => {
	const upwards = Object.entries(imports).flatMap(([file, imported]) =>
		imported.filter((other) => levelOf(other) < levelOf(file)).map((other) => `${file} → ${other}`),
	);
	expect(upwards).toEqual([]);
});

it('no imports go round in a circle', () => {
	expect(circles).toEqual([]);
});
