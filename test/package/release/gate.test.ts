import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import owner from '../../../release/owner.json';
import { ownerProblems, used } from '../../../release/owner';
import { packAndUnpack } from '../../../release/packedPackage';
import { root, runTool } from '../command';

jest.setTimeout(120_000);

const temporary = mkdtempSync(join(tmpdir(), 'gate-test-'));
const nodeFile = 'dist/nodes/Messenger/Messenger.node.js';
let packed: string;

beforeAll(async () => {
	packed = (await packAndUnpack(root, temporary)).folder;
});

afterAll(() => rmSync(temporary, { recursive: true }));

const gate = (...args: string[]) => runTool('tsx', 'release/gate.ts', ...args);

function copy(of: string, name: string, ...parts: string[]): string {
	const folder = join(temporary, name);
	for (const part of parts) cpSync(join(of, part), join(folder, part), { recursive: true });
	return folder;
}

function changeManifest(folder: string, change: object): void {
	const path = join(folder, 'package.json');
	const manifest = JSON.parse(readFileSync(path, 'utf8')) as object;
	writeFileSync(path, JSON.stringify({ ...manifest, ...change }));
}

it("passes this package, its sources and its packed file, by n8n's own scanner and lint", () => {
	const { exitCode, output } = gate('--rehearsal');

	expect(output).toMatch(/✓ sources: package\.json and \d{2,} files/);
	expect(output).toMatch(/✓ n8n-nodes-messenger-.+\.tgz: package\.json and \d{2,} files/);
	expect(output).toContain('✓ n8n-node lint');
	expect(exitCode).toBe(0);
});

it('stops a release while something is missing that only an owner knows', () => {
	const { exitCode, output } = gate();
	const missing = ownerProblems(owner, used);
	for (const problem of missing) expect(output).toContain(`✗ release/owner.json: ${problem}`);
	expect(exitCode).toBe(missing.length > 0 ? 1 : 0);
});

it('stops sources and a packed file that break the rules', () => {
	const sources = copy(root, 'sources', 'package.json', 'nodes', 'credentials');
	appendFileSync(join(sources, 'nodes/Messenger/exchange.ts'), "console.log('sent');\n");
	changeManifest(sources, { scripts: { postinstall: 'node setup.js' } });

	const folder = copy(packed, 'packed', 'package.json', 'dist');
	appendFileSync(join(folder, nodeFile), 'setTimeout(() => {}, Number(process.env.DELAY));\n');
	changeManifest(folder, { dependencies: { axios: '1.0.0' } });

	const { exitCode, output } = gate('--sources', sources, '--packed', folder);

	expect(output).toContain('no-console');
	expect(output).toMatch(/✗ n8n-node lint: .*no-forbidden-lifecycle-scripts/s);
	expect(output).toContain('no-forbidden-lifecycle-scripts');
	expect(output).toContain("restricted global 'setTimeout'");
	expect(output).toContain("restricted global 'process'");
	expect(output).toContain('no-runtime-dependencies');
	expect(exitCode).toBe(1);
});
