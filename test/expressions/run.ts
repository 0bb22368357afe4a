import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { installN8n, nodePath } from '../../playground/n8nInstall';

const load = createRequire(__filename);

/** The engine's sandbox, a native module, is published for the Node that n8n 2 needs and newer. */
function runsOnThisNode(): boolean {
	try {
		load('isolated-vm');
		return true;
	} catch {
		return false;
	}
}

/** A Node that n8n 2's expression engine runs on: this one, or the playground's own. */
async function findNode(): Promise<string> {
	if (runsOnThisNode()) return process.execPath;
	await installN8n((text) => console.log(`n8n and its Node: ${text}`));
	return nodePath;
}

async function main(): Promise<void> {
	const { status } = spawnSync(
		await findNode(),
		[
			load.resolve('jest/bin/jest'),
			'-c',
			join(__dirname, 'jest.config.js'),
			...process.argv.slice(2),
		],
		{ stdio: 'inherit' },
	);
	process.exitCode = status ?? 1;
}

void main();
