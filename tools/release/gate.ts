/** What n8n checks of a community package, before it is published: its lint over the sources, its scanner over the packed file. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packAndUnpack } from './packedPackage';

const root = join(__dirname, '..', '..');

/** Where the packed file is left, alone. */
const packed = join(__dirname, 'packed');

/**
 * n8n's own tool, which can't be installed next to the root's packages. Its lint has the configuration that it gives
 * a new package; the repository has another one, because that one takes every folder for a node's.
 */
const toolModules = join(__dirname, 'n8nTool', 'node_modules');
const stockConfiguration = '@n8n/node-cli/dist/template/templates/shared/default/eslint.config.mjs';

/** Prints what n8n's own lint finds in what is published, and gives whether that is nothing. */
function lint(): boolean {
	const configuration = join(toolModules, stockConfiguration);
	const words = ['-c', configuration, 'package.json', 'nodes', 'credentials'];
	const eslint = join(toolModules, '.bin', 'eslint');
	return spawnSync(eslint, words, { cwd: root, stdio: 'inherit' }).status === 0;
}

/** Prints what n8n's scanner finds in an unpacked package, and gives whether it passed. */
async function scan(folder: string): Promise<boolean> {
	// @ts-expect-error It has no types.
	const { analyzePackage } = await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const { passed, message, details } = (await analyzePackage(folder, [
		'**/*.js',
		'package.json',
	])) as { passed: boolean; message?: string; details?: string };
	if (!passed) console.error(message, details);
	return passed;
}

async function main(): Promise<void> {
	const temporary = mkdtempSync(join(tmpdir(), 'gate-'));
	const { fileName, folder } = await packAndUnpack(root, temporary);
	const passes = lint() && (await scan(folder));
	if (passes) {
		rmSync(packed, { recursive: true, force: true });
		mkdirSync(packed);
		copyFileSync(join(temporary, fileName), join(packed, fileName));
		console.log(`n8n's lint and scanner find nothing: ${join(packed, fileName)}`);
	}
	rmSync(temporary, { recursive: true });
	process.exitCode = passes ? 0 : 1;
}

void main();
