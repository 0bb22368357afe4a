import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { playground, root } from './folders';

/** The Node that this n8n needs, whatever Node runs this script. */
export const nodePath = join(playground, 'node_modules', 'node', 'bin', 'node');

/** n8n's command. */
export const n8nPath = join(playground, 'node_modules', 'n8n', 'bin', 'n8n');

/**
 * Installs n8n and its Node from the lock file: about 2 GB, once. It compiles n8n's SQLite driver, which needs make, g++
 * and python3.
 * @throws Error if the download or the build of the SQLite driver fails
 */
export function installN8n(): void {
	if (isInstalled()) return;
	console.log('Installs n8n, in some minutes …');
	const { packageManager } = JSON.parse(readFileSync(join(playground, 'package.json'), 'utf8')) as {
		packageManager: string;
	};
	const words = ['--yes', packageManager, 'install', '--frozen-lockfile', '--ignore-workspace'];
	// npm hands the root's `ignore-scripts` down; here the SQLite driver's script must run.
	const env: NodeJS.ProcessEnv = { ...process.env, npm_config_ignore_scripts: 'false' };
	// Node's C headers, where this Node has brought them along: saves their download.
	const prefix = dirname(dirname(process.execPath));
	if (existsSync(join(prefix, 'include', 'node', 'node_api.h'))) env.npm_config_nodedir ??= prefix;
	execFileSync('npx', words, { cwd: playground, env, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** True if the lock file is the one of the last install, of which pnpm keeps a copy when it ends. */
function isInstalled(): boolean {
	const copy = join(playground, 'node_modules', '.pnpm', 'lock.yaml');
	const read = (path: string) => readFileSync(path, 'utf8');
	return existsSync(copy) && read(copy) === read(join(playground, 'pnpm-lock.yaml'));
}

/**
 * Puts the built package (`npm run build`) where n8n puts a community package that it installs: without the
 * dependencies that only its development needs, and noted in the list of that folder.
 * @param userFolder n8n's `N8N_USER_FOLDER`
 */
export function installPackage(userFolder: string): void {
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
		name: string;
		version: string;
		devDependencies?: object;
		peerDependencies?: object;
	};
	delete manifest.devDependencies;
	delete manifest.peerDependencies;
	const target = join(nodesFolder, 'node_modules', manifest.name);
	rmSync(target, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	cpSync(join(root, 'dist'), join(target, 'dist'), { recursive: true });
	writeFileSync(join(target, 'package.json'), JSON.stringify(manifest));
	const dependencies = { [manifest.name]: manifest.version };
	writeFileSync(join(nodesFolder, 'package.json'), JSON.stringify({ private: true, dependencies }));
}

if (require.main === module) installN8n();
