import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packAndUnpack } from '../../release/packedPackage';
import { root, runCommand } from './command';

const promisedExecFile = promisify(execFile);

jest.setTimeout(180_000);

const temporary = mkdtempSync(join(tmpdir(), 'install-test-'));

afterAll(() => rmSync(temporary, { recursive: true }));

it("installs by the README's command, and loads with nothing of the repository beside it", async () => {
	const packedFolder = join(temporary, 'packed');
	const home = join(temporary, 'home');
	for (const folder of [packedFolder, home]) mkdirSync(folder);
	const { fileName } = await packAndUnpack(root, packedFolder);
	const readme = readFileSync(join(root, 'README.md'), 'utf8');
	const [command = ''] = /^mkdir .*npm install n8n-nodes-messenger$/m.exec(readme) ?? [];
	const here = command.replace(/n8n-nodes-messenger$/, join(packedFolder, fileName));

	const installed = await runCommand('bash', ['-c', here], home, await environment(home));
	expect(installed).toMatchObject({ exitCode: 0 });

	const load = `
		const { Messenger } = require('n8n-nodes-messenger/dist/nodes/Messenger/Messenger.node.js');
		const { MessengerApi } = require('n8n-nodes-messenger/dist/credentials/MessengerApi.credentials.js');
		console.log(new Messenger().description.name, new MessengerApi().name);`;
	const loaded = await runCommand('node', ['-e', load], join(home, '.n8n', 'nodes'), {
		PATH: process.env.PATH,
	});
	expect(loaded).toEqual({ exitCode: 0, output: 'messenger messengerApi\n' });
});

/** A home folder of its own, with the settings and the cache of npm that this machine has. */
async function environment(home: string): Promise<NodeJS.ProcessEnv> {
	const setting = async (name: string) => {
		const { stdout } = await promisedExecFile('npm', ['config', 'get', name], { cwd: root });
		return stdout.trim();
	};
	return {
		PATH: process.env.PATH,
		HOME: home,
		npm_config_userconfig: await setting('userconfig'),
		npm_config_cache: await setting('cache'),
		npm_config_registry: await setting('registry'),
		npm_config_ignore_scripts: 'true',
	};
}
