import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packAndUnpack } from '../../tools/release/packedPackage';
import manifest from '../../package.json';
import { root, runCommand } from './command';

jest.setTimeout(180_000);

const temporary = mkdtempSync(join(tmpdir(), 'install-test-'));

afterAll(() => rmSync(temporary, { recursive: true }));

it("installs by the README's command, and loads without the repository", async () => {
	const packedFolder = join(temporary, 'packed');
	const home = join(temporary, 'home');
	// n8n lets community nodes find what n8n itself brings, by NODE_PATH.
	const ofN8n = join(temporary, 'n8n');
	for (const folder of [packedFolder, home, ofN8n]) mkdirSync(folder);
	symlinkSync(join(root, 'node_modules', 'n8n-workflow'), join(ofN8n, 'n8n-workflow'));
	const { fileName } = await packAndUnpack(root, packedFolder);
	const readme = readFileSync(join(root, 'README.md'), 'utf8');
	const [command = ''] = /^npm install .*n8n-nodes-messenger$/m.exec(readme) ?? [];
	const here = command.replace(/n8n-nodes-messenger$/, join(packedFolder, fileName));

	const installed = runCommand('bash', ['-c', here], home, environment(home));
	expect(installed).toMatchObject({ exitCode: 0 });
	const modules = readdirSync(join(home, '.n8n', 'nodes', 'node_modules'));
	expect(modules.filter((name) => !name.startsWith('.'))).toEqual(['n8n-nodes-messenger']);

	const load = `
		const { Messenger } = require('n8n-nodes-messenger/dist/nodes/Messenger/Messenger.node.js');
		const { MessengerApi } = require('n8n-nodes-messenger/dist/credentials/MessengerApi.credentials.js');
		console.log(new Messenger().description.name, new MessengerApi().name);`;
	const loaded = runCommand('node', ['-e', load], join(home, '.n8n', 'nodes'), {
		PATH: process.env.PATH,
		NODE_PATH: ofN8n,
	});
	expect(loaded).toEqual({ exitCode: 0, output: 'messenger messengerApi\n' });
});

/** A separate home folder, with the settings and the cache of npm that this machine has. */
function environment(home: string): NodeJS.ProcessEnv {
	const setting = (name: string) =>
		execFileSync('npm', ['config', 'get', name], { cwd: root, encoding: 'utf8' }).trim();
	return {
		PATH: process.env.PATH,
		HOME: home,
		npm_config_userconfig: setting('userconfig'),
		// With --prefix npm looks for it there.
		npm_config_globalconfig: setting('globalconfig'),
		npm_config_cache: setting('cache'),
		npm_config_registry: setting('registry'),
		npm_config_ignore_scripts: 'true',
	};
}

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
	expect(packed.size).toBeLessThan(90_000);
});

it('builds every file that is not TypeScript as it is', () => {
	const assets = readdirSync(join(root, 'nodes'), { recursive: true, encoding: 'utf8' })
		.map((path) => join('nodes', path))
		.filter((path) => /\.(svg|json)$/.test(path));
	expect(assets.filter((path) => path.includes('__schema__')).length).toBeGreaterThanOrEqual(6);
	const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
	for (const path of assets) expect(read('dist', path)).toBe(read(path));
});
