import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '../..');
const run = promisify(execFile);
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** What the build of a package needs. */
const sources = [
	...['nodes', 'credentials', 'package.json', 'index.js', 'LICENSE.md', 'README.md'],
	...['tsconfig.json', 'tsconfig.build.json', 'gulpfile.js', '.npmrc'],
];

/** Builds and packs a copy of the repository. Gives the hash of the tarball. */
async function hashOfTarball(): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), 'messenger-build-'));
	folders.push(folder);
	for (const name of sources) cpSync(join(root, name), join(folder, name), { recursive: true });
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
	// A file of another day is the same file.
	const day = Date.now() / 1000 - 86_400 * folders.length;
	utimesSync(join(folder, 'package.json'), day, day);
	await run('npm', ['run', 'build'], { cwd: folder });
	const { stdout } = await run('npm', ['pack', '--json'], { cwd: folder });
	const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
	return createHash('sha256')
		.update(readFileSync(join(folder, filename)))
		.digest('hex');
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
