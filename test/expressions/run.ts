import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { installN8n, nodePath } from '../../playground/n8nInstall';

/** The sandbox of n8n 2's expressions, a native module, is published for the Node that n8n 2 needs and newer. */
async function findNode(): Promise<string> {
	if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
	await installN8n((text) => console.log(`n8n and its Node: ${text}`));
	return nodePath;
}

void findNode().then((node) => {
	const jest = [require.resolve('jest/bin/jest'), '-c', join(__dirname, 'jest.config.js')];
	const { status } = spawnSync(node, [...jest, ...process.argv.slice(2)], { stdio: 'inherit' });
	process.exitCode = status ?? 1;
});
