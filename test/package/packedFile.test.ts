import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import manifest from '../../package.json';
import { pack } from '../../tools/release/packedPackage';
import { root } from './command';

it('the top of the repository has what people look for by name', () => {
	const names = ['package.json', 'tsconfig.json', 'nodes', 'credentials', 'test'];
	names.push('gulpfile.js', 'index.js', 'README.md');
	expect(readdirSync(root)).toEqual(expect.arrayContaining(names));
});

it('the packed file is small, and contains what n8n looks for and nothing but the build and its papers', () => {
	const output = execFileSync('npm', ['pack', '--dry-run', '--json'], { cwd: root, stdio: 'pipe' });
	const [packed] = JSON.parse(output.toString()) as [
		{ size: number; files: Array<{ path: string }> },
	];
	const paths = packed.files.map(({ path }) => path);
	const { nodes, credentials } = manifest.n8n;
	expect(paths).toEqual(expect.arrayContaining([...nodes, ...credentials]));
	const others = paths.filter((path) => !path.startsWith('dist/'));
	expect(others.sort()).toEqual(['LICENSE.md', 'README.md', 'index.js', 'package.json']);
	// Of it, reading phone numbers is 10 kB; earlier runs, the claim of a Retry and what hints and errors say are 9 kB.
	expect(packed.size).toBeLessThan(80_000);
});

it('the installed packed file gives the classes of the node and of the credential by require', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'installed-'));
	try {
		const { filename } = await pack(root, folder);
		const words = ['install', '--offline', '--legacy-peer-deps', '--ignore-scripts', '--no-audit'];
		const run = (program: string, ...args: string[]) =>
			execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
		run('npm', ...words, '--prefix', folder, join(folder, filename));
		// As n8n does, this gives the package its n8n-workflow.
		symlinkSync(
			join(root, 'node_modules', 'n8n-workflow'),
			join(folder, 'node_modules', 'n8n-workflow'),
		);
		const script = `
			const { Messenger, MessengerApi } = require('${manifest.name}');
			console.log(new Messenger().description.name, new MessengerApi().name);`;
		expect(run('node', '-e', script)).toBe('messenger messengerApi\n');
	} finally {
		rmSync(folder, { recursive: true });
	}
});

it('builds every file that is not TypeScript as it is', () => {
	const assets = readdirSync(join(root, 'nodes'), { recursive: true, encoding: 'utf8' })
		.map((path) => join('nodes', path))
		.filter((path) => /\.(svg|json)$/.test(path));
	expect(assets.filter((path) => path.includes('__schema__')).length).toBeGreaterThanOrEqual(6);
	const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
	for (const path of assets) expect(read('dist', path)).toBe(read(path));
});
