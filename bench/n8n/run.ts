import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { playground } from '../../playground/folders';
import { installN8n } from '../../playground/n8n-install';
import { packPackage } from '../../playground/package-install';
import { stopAll } from '../../playground/processes';
import { spawnSandbox, type Sandbox } from '../../sandbox';
import { machine } from '../machine';
import { printSection } from '../sections/print';
import { isHeld, progress, type Section } from '../sections/Section';
import { compare } from './compare';
import { HealthWatch } from './HealthWatch';
import { N8n } from './N8n';
import { groups, section, type Comparison } from './sections';

const resultsPath = join(__dirname, 'results.json');

const help = `Usage: npm run bench:n8n -- [options]

Measures the package in a real n8n beside the HTTP Request node, and prints tables. A full run also
writes bench/n8n/results.json.

  --quick          small sizes and one round: shows that all works, the figures mean little
  --only <name>    the comparisons whose names begin with this, of
                   ${names(false)}
  --rounds <n>     rounds that count (3)
  --help           this text`;

interface Options {
	isQuick: boolean;
	only?: string;
	rounds: number;
}

function parseCommandLine(): Options | 'help' {
	const { values } = parseArgs({
		options: {
			quick: { type: 'boolean', default: false },
			only: { type: 'string' },
			rounds: { type: 'string' },
			help: { type: 'boolean' },
		},
	});
	if (values.help) return 'help';
	const { quick: isQuick, only } = values;
	const rounds = Number(values.rounds ?? (isQuick ? 1 : 3));
	if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be 1 or more');
	if (chosen(isQuick, only).length === 0) throw new Error(`--only: none of ${names(isQuick)}`);
	return { isQuick, only, rounds };
}

/** The comparisons to run, in their groups. */
function chosen(isQuick: boolean, only = ''): Comparison[][] {
	return groups(isQuick)
		.map((comparisons) => comparisons.filter(({ name }) => name.startsWith(only)))
		.filter((comparisons) => comparisons.length > 0);
}

function names(isQuick: boolean): string {
	return groups(isQuick)
		.flat()
		.map(({ name }) => name)
		.join(', ');
}

async function main(): Promise<void> {
	const options = parseCommandLine();
	if (options === 'help') return console.log(help);
	await installN8n(progress);
	const tarball = await packPackage(progress);
	const about = aboutThisRun();
	for (const [name, value] of Object.entries(about)) console.log(`${name}: ${value}`);

	const sandbox = await spawnSandbox();
	const health = await HealthWatch.start();
	const sections: Section[] = [];
	for (const comparisons of chosen(options.isQuick, options.only)) {
		sections.push(...(await measure(comparisons, options, tarball, sandbox, health)));
	}
	health.close();
	await sandbox.close();
	if (options.isQuick) return;

	const bars = sections.flatMap((each) => each.bars);
	console.log(`\n${bars.filter(isHeld).length} of ${bars.length} bars held.`);
	if (options.only !== undefined) return;
	await writeFile(resultsPath, `${JSON.stringify({ machine: about, sections }, null, '\t')}\n`);
}

/** Measures a group in two n8n processes: one for the node under test, one for what is beside it. */
async function measure(
	comparisons: Comparison[],
	{ isQuick, rounds }: Options,
	tarball: string,
	sandbox: Sandbox,
	health: HealthWatch,
): Promise<Section[]> {
	const { node, besides } = comparisons[0]!;
	progress('starts two n8n processes');
	const [own, other] = await Promise.all([
		N8n.start('bench-own', tarball, sandbox, [node]),
		N8n.start('bench-beside', tarball, sandbox, besides),
	]);
	const processes = new Map([[node, own], ...besides.map((name) => [name, other] as const)]);
	const sections: Section[] = [];
	for (const comparison of comparisons) {
		const scale = { items: comparison.items, warmUps: comparison.warmUps, rounds };
		const found = section(comparison, await compare(processes, scale, sandbox, health));
		printSection(found, !isQuick);
		sections.push(found);
	}
	await Promise.all([own.stop(), other.stop()]);
	return sections;
}

/** What the figures depend on. */
function aboutThisRun() {
	const { date, processor, memory } = machine();
	const versionOf = (name: string) => {
		const path = join(playground, 'node_modules', name, 'package.json');
		return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
	};
	return {
		date,
		processor,
		memory,
		load: loadavg()[0]!.toFixed(2),
		node: versionOf('node'),
		n8n: versionOf('n8n'),
	};
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.once(signal, () => void stopAll().then(() => process.exit(1)));
}

main().catch(async (error: unknown) => {
	console.error(error);
	await stopAll();
	process.exit(1);
});
