/** `npm run dev`: n8n with the node as it is being changed. n8n's own tool compiles what changes, and n8n loads it again. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { installLocked } from '../release/lockedInstall';
import { makePrivateFolder, root, userFolders } from './folders';
import { startN8n, untilReady } from './n8n';
import { installN8n } from './n8nInstall';
import { freePort } from './ports';
import { stopAll } from './processes';

const port = 5678;

async function main(): Promise<void> {
	const tool = join(root, 'release/n8nTool');
	installLocked(tool);
	await installN8n(console.log);
	const userFolder = join(userFolders, 'dev');
	makePrivateFolder(userFolder);
	// The tool would start the newest n8n, which it downloads. And it links the whole repository into a user folder:
	// there n8n would load every node below node_modules, so this one looks into dist alone.
	const words = ['dev', '--external-n8n', '--custom-user-folder', join(userFolder, 'ofTool')];
	const watching = spawn(join(tool, 'node_modules/.bin/n8n-node'), words, {
		cwd: root,
		stdio: 'inherit',
	});
	const dist = join(root, 'dist');
	// n8n watches no folder without it.
	mkdirSync(join(dist, 'node_modules'), { recursive: true });
	const environment = { N8N_DEV_RELOAD: 'true', N8N_CUSTOM_EXTENSIONS: dist };
	const settings = { userFolder, port, brokerPort: await freePort(), environment };
	const program = startN8n(settings, ['start'], 'n8n');
	const end = async (code: number) => {
		watching.kill();
		await stopAll();
		process.exit(code);
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.once(signal, () => void end(0));
	watching.once('exit', (code) => void end(code ?? 1));
	await untilReady(program, `http://localhost:${port}/healthz/readiness`);
	console.log(`n8n: http://localhost:${port}, its log: ${program.logPath}`);
}

main().catch(async (error: unknown) => {
	console.error(error);
	await stopAll();
	process.exit(1);
});
