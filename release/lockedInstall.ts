import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Package {
	version: string;
	dependencies: Record<string, string>;
}

/**
 * Runs `npm ci` in a folder with a separate lock file, unless its packages are there: for tools that can't be
 * installed next to the root's.
 *
 * @throws Error if npm fails
 */
export function installLocked(folder: string): void {
	const read = (...path: string[]) =>
		JSON.parse(readFileSync(join(folder, ...path, 'package.json'), 'utf8')) as Package;
	const isInstalled = ([name, version]: [string, string]) => {
		try {
			return read('node_modules', name).version === version;
		} catch {
			return false;
		}
	};
	if (Object.entries(read().dependencies).every(isInstalled)) return;
	// Scripts would only compile what is never used (see the root's .npmrc).
	const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
	execFileSync('npm', ['ci', ...options], { cwd: folder, stdio: 'inherit' });
}
