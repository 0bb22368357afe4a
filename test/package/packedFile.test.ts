import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import manifest from '../../package.json';
import { root } from './command';

it('the packed file is small, and contains what n8n looks for and nothing but the build and its papers', () => {
	const output = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: root, stdio: 'pipe' });
	const [packed] = JSON.parse(output.toString()) as [
		{ size: number; files: Array<{ path: string }> },
	];
	const paths = packed.files.map(({ path }) => path);
	const { nodes, credentials } = manifest.n8n;
	expect(paths).toEqual(expect.arrayContaining([...nodes, ...credentials]));
	const others = paths.filter((path) => !path.startsWith('dist/'));
	expect(others.sort()).toEqual(['LICENSE.md', 'README.md', 'package.json']);
	// Of it, reading phone numbers is 10 kB; earlier runs, the claim of a Retry and what hints and errors say are 9 kB.
	expect(packed.size).toBeLessThan(80_000);
});

it('builds every file that is not TypeScript as it is', () => {
	const assets = readdirSync(join(root, 'nodes'), { recursive: true, encoding: 'utf8' })
		.map((path) => join('nodes', path))
		.filter((path) => /\.(svg|json)$/.test(path));
	expect(assets.filter((path) => path.includes('__schema__')).length).toBeGreaterThanOrEqual(6);
	const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
	for (const path of assets) expect(read('dist', path)).toBe(read(path));
});
