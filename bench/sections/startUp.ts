import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { figure, kilobytes, withRange, type Figure } from './figures';
import { progress, type Scale, type Section } from './Section';

const root = join(dirname(__dirname), '..');

/** Published community packages of similar reach, in versions that stay as they are. */
const others = [
	'@mendable/n8n-nodes-firecrawl@2.1.2',
	'n8n-nodes-evolution-api@1.0.4',
	'n8n-nodes-mcp@0.1.37',
];

export interface StartUpRow {
	package: string;
	/** Milliseconds beyond `require('n8n-workflow')`; absent where the package was not to be had. */
	require?: Figure;
	packed?: number;
	unpacked?: number;
}

interface Packed {
	name: string;
	version: string;
	filename: string;
	size: number;
	unpackedSize: number;
}

/** How long n8n takes to load the package, and how large it is. */
export async function measureStartUp(scale: Scale): Promise<Section & { data: StartUpRow[] }> {
	const folder = await mkdtemp(join(tmpdir(), 'bench-packages-'));
	try {
		const packages: Packed[] = [];
		const missing: string[] = [];
		for (const specifier of [root, ...others]) {
			progress(`npm pack ${specifier === root ? 'this package' : specifier}`);
			await pack(specifier, folder).then(
				(packed) => packages.push(packed),
				() => missing.push(specifier),
			);
		}
		await install(packages, folder);
		const times = await requireTimes(packages, folder, scale.isQuick ? 3 : 15);
		const data = packages.map((packed): StartUpRow & { require: Figure } => ({
			package: `${packed.name}@${packed.version}`,
			require: figure(times.get(packed.name)!),
			packed: packed.size,
			unpacked: packed.unpackedSize,
		}));
		return {
			title: 'Start-up and size',
			method:
				'Time to require the nodes and credentials in a new process that has n8n-workflow already. Sizes are the package’s own, as npm packs it, without what it depends on.',
			rows: [
				...data.map((row) => ({
					package: row.package,
					require: withRange(row.require, (value) => `${value.toFixed(1)} ms`),
					packed: kilobytes(row.packed!),
					unpacked: kilobytes(row.unpacked!),
				})),
				...missing.map((name) => ({ package: name, require: 'not to be had from the registry' })),
			],
			bars: [
				{
					claim: 'Milliseconds to require this package',
					value: data[0]!.require.median,
					limit: 15,
					side: 'most',
				},
			],
			data: [...data, ...missing.map((name) => ({ package: name }))],
		};
	} finally {
		await rm(folder, { recursive: true });
	}
}

async function run(command: string, args: string[], cwd: string): Promise<string> {
	const { stdout } = await promisify(execFile)(command, args, { cwd, maxBuffer: 64 * 1024 * 1024 });
	return stdout;
}

async function pack(specifier: string, folder: string): Promise<Packed> {
	const output = await run('npm', ['pack', specifier, '--json', '--ignore-scripts'], folder);
	return (JSON.parse(output) as [Packed])[0];
}

/** With what they depend on, but with this checkout's n8n-workflow for all of them. */
async function install(packages: Packed[], folder: string): Promise<void> {
	const options = [
		'--ignore-scripts',
		'--legacy-peer-deps',
		'--no-audit',
		'--no-fund',
		'--no-save',
	];
	const files = packages.map(({ filename }) => join(folder, filename));
	await run('npm', ['install', ...options, ...files], folder);
	const shared = join(folder, 'node_modules', 'n8n-workflow');
	await mkdir(dirname(shared), { recursive: true });
	await symlink(join(root, 'node_modules', 'n8n-workflow'), shared);
}

/** A package's times in milliseconds, by its name. */
async function requireTimes(packages: Packed[], folder: string, rounds: number) {
	const times = new Map<string, number[]>(packages.map(({ name }) => [name, []]));
	// The first round reads the files from the disk, and does not count.
	for (let round = 0; round <= rounds; round += 1) {
		for (const { name } of packages) {
			const time = await requireTime(join(folder, 'node_modules', name));
			if (round > 0) times.get(name)!.push(time);
		}
	}
	return times;
}

async function requireTime(folder: string): Promise<number> {
	const { n8n } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
		n8n: { nodes: string[]; credentials: string[] };
	};
	const files = [...n8n.credentials, ...n8n.nodes].map((file) => join(folder, file));
	const script = `
		require('n8n-workflow');
		const start = performance.now();
		for (const file of ${JSON.stringify(files)}) require(file);
		console.log(performance.now() - start);`;
	return Number(await run(process.execPath, ['-e', script], folder));
}
