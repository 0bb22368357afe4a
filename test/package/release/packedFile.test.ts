import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
	n8n: { nodes: string[]; credentials: string[] };
};

beforeAll(() => {
	if (!existsSync(join(root, 'dist'))) throw new Error('Run `npm run build` before this test');
});

describe('the packed file', () => {
	interface Pack {
		size: number;
		files: Array<{ path: string }>;
	}
	const pack = (): Pack => {
		const output = execFileSync('npm', ['pack', '--dry-run', '--json'], {
			cwd: root,
			stdio: 'pipe',
		});
		return (JSON.parse(output.toString()) as [Pack])[0];
	};
	let packed: Pack;
	beforeAll(() => {
		packed = pack();
	});

	it('holds only the build, the README, the licence and package.json', () => {
		const others = packed.files.map(({ path }) => path).filter((path) => !path.startsWith('dist/'));
		expect(others.sort()).toEqual(['LICENSE.md', 'README.md', 'package.json']);
	});

	it('is smaller than 60 kB', () => {
		expect(packed.size).toBeLessThan(60_000);
	});

	it('holds what n8n looks for', () => {
		const paths = packed.files.map(({ path }) => path);
		expect(paths).toEqual(
			expect.arrayContaining([...manifest.n8n.nodes, ...manifest.n8n.credentials]),
		);
	});
});

it('builds every file that is not TypeScript as it is', () => {
	const assets = readdirSync(join(root, 'nodes'), { recursive: true })
		.map((path) => join('nodes', String(path)))
		.filter((path) => /\.(svg|json)$/.test(path));
	expect(assets.filter((path) => path.includes('__schema__')).length).toBeGreaterThanOrEqual(6);
	for (const path of assets) {
		expect(readFileSync(join(root, 'dist', path), 'utf8')).toBe(
			readFileSync(join(root, path), 'utf8'),
		);
	}
});
