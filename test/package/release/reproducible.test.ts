import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { buildAndPack, copySources } from '../../../playground/packageBuild';

/** Builds and packs a copy of the repository whose files are so many days old. @returns the tarball's hash */
async function hashOfTarball(days: number): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), 'messenger-build-'));
	copySources(folder);
	const day = Date.now() / 1000 - 86_400 * days;
	utimesSync(join(folder, 'package.json'), day, day);
	const { path } = await buildAndPack(folder);
	const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
	rmSync(folder, { recursive: true });
	return hash;
}

it('two builds give one tarball, to the byte', async () => {
	expect(await hashOfTarball(1)).toBe(await hashOfTarball(2));
}, 120_000);
