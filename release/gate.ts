import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Command } from 'commander';
import { version as scannerVersion } from '@n8n/scan-community-package/package.json';
import { packAndUnpack } from './packedPackage';
import owner from './owner.json';
import { ownerProblems, used } from './owner';
import { stockLint } from './stockLint';

/** The parts of a published file that the scanner reads; its own constant for the sources is exported. */
const packedFilePatterns = ['**/*.js', 'package.json'];

/** Runs n8n's scanner over one folder, prints what it says, and gives whether it passed. */
async function scan(name: string, folder: string, patterns: string[], files: string[]) {
	const { analyzePackage } = await import('@n8n/scan-community-package/scanner/scanner.mjs');
	if (files.length === 0) {
		console.error(`✗ ${name}: there is nothing to check`);
		return false;
	}
	const { passed, message, details } = await analyzePackage(folder, patterns);
	if (passed) console.log(`✓ ${name}: package.json and ${files.length} files`);
	else console.error(`✗ ${name}: ${message}\n${details ?? ''}`);
	return passed;
}

function filesIn(folder: string, ending: RegExp): string[] {
	return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
		ending.test(name),
	);
}

/** Leaves the packed file in a folder, and removes an earlier one. */
function keep(file: string, folder: string): void {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const kept = join(folder, basename(file));
	copyFileSync(file, kept);
	console.log(`sha256 ${createHash('sha256').update(readFileSync(kept)).digest('hex')}  ${kept}`);
}

/** Prints what n8n's own lint finds in the sources, and gives whether that is nothing. */
function isLinted(sources: string): boolean {
	const findings = stockLint(sources);
	if (findings) console.error(`✗ n8n-node lint: ${findings}`);
	else console.log('✓ n8n-node lint: nothing found by the stock configuration, strict');
	return findings === '';
}

/** Prints what only an owner can fill in, and gives whether nothing is missing. */
function ownerIsKnown(): boolean {
	const problems = ownerProblems(owner, used);
	for (const problem of problems) console.error(`✗ release/owner.json: ${problem}`);
	if (problems.length === 0) console.log('✓ release/owner.json: no placeholder is left');
	return problems.length === 0;
}

/**
 * The static checks that n8n makes of a published community package, before it is published: the
 * rules of its scanner over the sources and over the packed file, and its lint. And what n8n
 * does not check: that the owner's placeholders are filled in.
 *
 * @returns whether everything passed
 */
async function main(): Promise<boolean> {
	const values = new Command('tsx release/gate.ts')
		.option('--sources <folder>', 'in the place of this repository')
		.option('--packed <folder>', 'in the place of its packed and unpacked file')
		.option('--keep <folder>', 'leave the packed file there, alone, and print its hash')
		.option('--rehearsal', 'say which placeholders are left, and pass all the same')
		.parse()
		.opts<{ sources?: string; packed?: string; keep?: string; rehearsal?: true }>();
	const root = join(__dirname, '..');
	const temporary = mkdtempSync(join(tmpdir(), 'gate-'));
	try {
		const sources = values.sources ?? root;
		const packed = values.packed
			? { fileName: values.packed, folder: values.packed }
			: await packAndUnpack(root, temporary);

		console.log(`n8n's scanner of community packages, ${scannerVersion}:`);
		const { SOURCE_FILE_PATTERNS } =
			await import('@n8n/scan-community-package/scanner/scanner.mjs');
		const sourcesPass = await scan('sources', sources, SOURCE_FILE_PATTERNS, [
			...filesIn(join(sources, 'nodes'), /\.(js|ts|json)$/),
			...filesIn(join(sources, 'credentials'), /\.(js|ts|json)$/),
		]);
		const packedPasses = await scan(
			packed.fileName,
			packed.folder,
			packedFilePatterns,
			filesIn(packed.folder, /\.js$/),
		);
		const lintPasses = isLinted(sources);
		console.log('Provenance is not checked here: it is made when the package is published.');
		const ownerPasses = ownerIsKnown() || values.rehearsal === true;
		const passes = sourcesPass && packedPasses && lintPasses && ownerPasses;
		if (passes && values.keep) keep(join(temporary, packed.fileName), values.keep);
		return passes;
	} finally {
		rmSync(temporary, { recursive: true });
	}
}

void main().then((passed) => {
	process.exitCode = passed ? 0 : 1;
});
