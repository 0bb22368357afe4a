import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface PackedPackage {
	/** Name of the packed file, such as `n8n-nodes-messenger-1.0.0.tgz`. */
	fileName: string;
	/** Where its content was unpacked to. */
	folder: string;
}

/**
 * Packs the package as npm publishes it.
 *
 * @param root folder of a package that is already built
 * @param into folder that takes the packed file
 * @returns the packed file's name, and its bytes
 * @throws if npm fails
 */
export async function pack(
	root: string,
	into: string,
): Promise<{ filename: string; size: number }> {
	const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', into], {
		cwd: root,
	});
	const [packed] = JSON.parse(stdout) as Array<{ filename: string; size: number }>;
	if (!packed) throw new Error('npm packed no file');
	return packed;
}

/**
 * Packs the package as npm publishes it, and unpacks that file.
 *
 * @param root folder of a package that is already built
 * @param into folder that takes the packed file, and its content in `package/`
 * @throws if npm or tar fails
 */
export async function packAndUnpack(root: string, into: string): Promise<PackedPackage> {
	const { filename } = await pack(root, into);
	const folder = join(into, 'package');
	mkdirSync(folder, { recursive: true });
	await run('tar', ['-xzf', join(into, filename), '-C', folder, '--strip-components=1']);
	return { fileName: filename, folder };
}
