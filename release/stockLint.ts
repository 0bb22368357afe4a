import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { installLocked } from './lockedInstall';

const tool = join(__dirname, 'n8nTool');
const configuration =
	'node_modules/@n8n/node-cli/dist/template/templates/shared/default/eslint.config.mjs';

/**
 * Runs the lint of n8n's own tool over what is published, with the configuration that it gives a new package. The
 * repository has another one, because that one takes every folder for a node's.
 * @param sources the folder of `package.json`, `nodes` and `credentials`
 * @returns its findings; `''` if there are none
 */
export function stockLint(sources: string): string {
	installLocked(tool);
	const words = ['-c', join(tool, configuration), 'package.json', 'nodes', 'credentials'];
	const options = { cwd: sources, encoding: 'utf8' } as const;
	const { status, stdout, stderr } = spawnSync(
		join(tool, 'node_modules/.bin/eslint'),
		words,
		options,
	);
	return status === 0 ? '' : stdout + stderr;
}
