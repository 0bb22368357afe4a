import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, 'n8n-1.123');

interface Package {
	version: string;
	dependencies: Record<string, string>;
}

const read = (...path: string[]) =>
	JSON.parse(readFileSync(join(folder, ...path, 'package.json'), 'utf8')) as Package;

function isInstalled([name, version]: [string, string]): boolean {
	try {
		return read('node_modules', name).version === version;
	} catch {
		return false;
	}
}

// Its scripts would only compile what the node never uses (see the root's .npmrc).
if (!Object.entries(read().dependencies).every(isInstalled)) {
	execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
		cwd: folder,
		stdio: 'inherit',
	});
}
