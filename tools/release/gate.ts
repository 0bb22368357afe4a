/** What n8n checks of a community package, before it is published: the sources as its author lints them, and both as its scanner does. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableAge } from './callingCodes';
import { packAndUnpack } from './packedPackage';

const root = join(__dirname, '..', '..');

/** Where the packed file is left, alone. */
const packed = join(__dirname, 'packed');

/** By it, test/ and tools/ have configurations of their own, in place of n8n's rules for nodes. */
const flags = { ESLINT_FLAGS: 'unstable_config_lookup_from_file' };

/** Runs a command of n8n's own tool, and shows what it says. */
function n8nNode(command: string) {
	const { status, stdout } = spawnSync(join(root, 'node_modules', '.bin', 'n8n-node'), [command], {
		cwd: root,
		env: { ...process.env, ...flags, NO_COLOR: '1' },
		stdio: ['ignore', 'pipe', 'inherit'],
		encoding: 'utf8',
	});
	console.log(stdout);
	return { passed: status === 0, stdout };
}

/** Shows what n8n's scanner finds in a folder. */
async function scan(folder: string, patterns?: string[]): Promise<boolean> {
	// @ts-expect-error It has no types.
	const scanner = await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const { passed, message, details } = (await scanner.analyzePackage(
		folder,
		// The sources, which it takes from the commit that the provenance names.
		patterns ?? scanner.SOURCE_FILE_PATTERNS,
	)) as { passed: boolean; message?: string; details?: string };
	if (!passed) console.error(message, details);
	return passed;
}

/** What n8n would object to, in words: nothing if the package can be published. */
async function objections(unpacked: string): Promise<string[]> {
	const checks: Array<[passed: boolean, objection: string]> = [
		[
			/Cloud support is ENABLED/.test(n8nNode('cloud-support').stdout),
			'not eligible for n8n Cloud',
		],
		[n8nNode('lint').passed, "findings of n8n's lint"],
		[await scan(root), "findings of n8n's scanner in the sources"],
		[await scan(unpacked, ['**/*.js', 'package.json']), "findings of n8n's scanner in the package"],
		[
			tableAge() <= 366,
			'a table of calling codes that is older than a year: CONTRIBUTING.md says how to renew it',
		],
	];
	return checks.flatMap(([passed, objection]) => (passed ? [] : [objection]));
}

async function main(): Promise<void> {
	const temporary = mkdtempSync(join(tmpdir(), 'gate-'));
	const { fileName, folder } = await packAndUnpack(root, temporary);
	const found = await objections(folder);
	if (found.length === 0) {
		rmSync(packed, { recursive: true, force: true });
		mkdirSync(packed);
		copyFileSync(join(temporary, fileName), join(packed, fileName));
		console.log(`Eligible for n8n Cloud; lint and scanner find nothing: ${join(packed, fileName)}`);
	}
	for (const objection of found) console.error(`Not to be published: ${objection}`);
	rmSync(temporary, { recursive: true });
	process.exitCode = found.length === 0 ? 0 : 1;
}

void main();
