import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { installN8n, nodePath } from '../../tools/playground/n8nInstall';

/** The sandbox of n8n 2's expressions, a native module, is published for the Node that n8n 2 needs and newer. */
function findNode(): string {
	if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
	installN8n();
	return nodePath;
}

const jest = [require.resolve('jest/bin/jest'), '-c', join(__dirname, 'jest.config.js')];
const words = [...jest, ...process.argv.slice(2)];
process.exitCode = spawnSync(findNode(), words, { stdio: 'inherit' }).status ?? 1;
