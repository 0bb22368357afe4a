import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Changes, fingerprintOfFiles } from './changes';
import { data, root } from './folders';
import { buildAndPack, copySources, packageSources } from './packageBuild';
import { run } from './processes';

const packageFolder = join(data, 'package');

const tarball = join(packageFolder, 'n8n-nodes-messenger.tgz');

/**
 * Builds and packs the package, unless its sources are those of the last time.
 * @returns the path of the packed file
 * @throws ProgramError if the build fails
 */
export async function packPackage(report: (text: string) => void): Promise<string> {
	const changes = new Changes(join(packageFolder, 'packed.json'));
	const fingerprint = fingerprintOfFiles(packageSources.map((name) => join(root, name)));
	if (!changes.has('tarball', fingerprint)) {
		report('nothing has changed since the last time');
		return tarball;
	}
	mkdirSync(packageFolder, { recursive: true });
	const copy = mkdtempSync(join(packageFolder, 'sources-'));
	try {
		copySources(copy);
		const { path, size } = await buildAndPack(copy);
		renameSync(path, tarball);
		report(`${basename(path)}, ${Math.ceil(size / 1000)} kB`);
	} finally {
		rmSync(copy, { recursive: true });
	}
	changes.settle('tarball', fingerprint);
	return tarball;
}

/**
 * Puts the packed file where n8n puts a community package that it installs, in the same way:
 * unpacked, without the dependencies that only its development needs, and noted in the list of
 * that folder. The package has no other dependencies, so npm has nothing to fetch.
 * @param userFolder n8n's `N8N_USER_FOLDER`
 */
export async function installPackage(packedFile: string, userFolder: string): Promise<void> {
	const nodesFolder = join(userFolder, '.n8n', 'nodes');
	const packageName = 'n8n-nodes-messenger';
	const target = join(nodesFolder, 'node_modules', packageName);
	rmSync(target, { recursive: true, force: true });
	mkdirSync(target, { recursive: true });
	await run('tar', ['-xzf', packedFile, '-C', target, '--strip-components=1'], { cwd: target });

	const manifestPath = join(target, 'package.json');
	const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Record<string, unknown>;
	delete manifest.devDependencies;
	delete manifest.peerDependencies;
	delete manifest.optionalDependencies;
	writeFileSync(manifestPath, JSON.stringify(manifest, null, 2));
	writeFileSync(
		join(nodesFolder, 'package.json'),
		JSON.stringify({
			name: 'installed-nodes',
			private: true,
			dependencies: { [packageName]: manifest.version },
		}),
	);
}
