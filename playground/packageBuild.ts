import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pack } from '../release/packedPackage';
import { root } from './folders';
import { run } from './processes';

/** The sources of the packed file, and the settings of its build. */
export const packageSources = [
	'nodes',
	'credentials',
	'package.json',
	'gulpfile.js',
	'index.js',
	'tsconfig.json',
	'.npmrc',
	'.prettierrc.js',
	'README.md',
	'LICENSE.md',
];

/** Copies the sources of the package: its build there disturbs nobody who needs `dist` here. */
export function copySources(into: string): void {
	for (const name of packageSources)
		cpSync(join(root, name), join(into, name), { recursive: true });
	symlinkSync(join(root, 'node_modules'), join(into, 'node_modules'));
}

/**
 * Builds and packs a copy of the sources.
 * @returns the path of the packed file, and its bytes
 * @throws ProgramError if the build fails; where npm cannot pack it
 */
export async function buildAndPack(folder: string): Promise<{ path: string; size: number }> {
	await run('npm', ['run', 'build'], { cwd: folder });
	const { filename, size } = await pack(folder, folder);
	return { path: join(folder, filename), size };
}
