import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { buildAndPack, copySources } from '../../../playground/packageBuild';

const root = join(__dirname, '../../..');
const run = promisify(execFile);
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** Builds and packs a copy of the repository. Gives the hash of the tarball. */
async function hashOfTarball(): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), 'messenger-build-'));
	folders.push(folder);
	copySources(folder);
	// A file of another day is the same file.
	const day = Date.now() / 1000 - 86_400 * folders.length;
	utimesSync(join(folder, 'package.json'), day, day);
	const { path } = await buildAndPack(folder);
	return createHash('sha256').update(readFileSync(path)).digest('hex');
}

it('two builds give one tarball, to the byte', async () => {
	expect(await hashOfTarball()).toBe(await hashOfTarball());
}, 120_000);

it('the audit of what is published finds nothing', async () => {
	interface Audit {
		metadata?: { vulnerabilities: { total: number } };
	}
	const audit = ['audit', '--omit=dev', '--omit=peer', '--json'];
	const stdout = await run('npm', audit, { cwd: root }).then(
		(result) => result.stdout,
		(failure: { stdout?: string }) => failure.stdout ?? '',
	);
	const { metadata } = JSON.parse(stdout || '{}') as Audit;
	if (metadata) expect(metadata.vulnerabilities.total).toBe(0);
	else console.warn('No audit service was reached: that there are no dependencies stands for it.');
}, 60_000);
