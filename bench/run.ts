import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';

import { playground } from '../playground/folders';
import { installN8n } from '../playground/n8nInstall';
import { packPackage } from '../playground/packageInstall';
import { stopAll } from '../playground/processes';
import { spawnSandbox } from '../sandbox';
import { drawCharts } from './charts';
import { compare } from './compare';
import { comparisons, section, type Comparison } from './comparisons';
import { HealthWatch } from './HealthWatch';
import { machine } from './machine';
import { brevoPath, N8n } from './N8n';
import { compareInQueueMode, queueComparisons } from './queueMode';
import { asMarkdown, writeMeasured } from './sections/measured';
import { printSection } from './sections/print';
import { isHeld, progress, type Section } from './sections/Section';

const resultsPath = join(__dirname, 'results.json');

interface Options {
	quick: boolean;
	only: string;
	rounds: number;
}

function readOptions(): Options {
	const command = new Command('npm run bench --')
		.description(
			'Measures the package in a real n8n beside what users would pick instead, and prints tables. ' +
				'What is measured in full size is kept in bench/results.json and drawn in bench/charts/*.svg.',
		)
		.option('--quick', 'small sizes and one round: shows that all works, the figures mean little')
		.option(
			'--only <name>',
			`the comparisons whose names begin with this, of ${names(false).join(', ')}`,
		)
		.option('--rounds <n>', 'rounds that count (default: 3)', countOf)
		.parse();
	const { quick = false, only = '', rounds = quick ? 1 : 3 } = command.opts<Partial<Options>>();
	if (!names(quick).some((name) => name.startsWith(only))) {
		command.error(`--only: none of ${names(quick).join(', ')}`);
	}
	return { quick, only, rounds };
}

function countOf(text: string): number {
	const count = Number(text);
	if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('It is 1 or more.');
	return count;
}

/** Of all comparisons, in their order. */
function names(isQuick: boolean): string[] {
	return [...comparisons(isQuick), ...queueComparisons(isQuick)].map(({ name }) => name);
}

async function main(): Promise<void> {
	const { quick: isQuick, only, rounds } = readOptions();
	await installN8n(progress);
	const tarball = await packPackage(progress);
	const about = aboutThisRun();
	for (const [name, value] of Object.entries(about)) console.log(`${name}: ${value}`);

	const found: NamedSection[] = [];
	const done = async (one: NamedSection) => {
		printSection(one, !isQuick);
		found.push(one);
		if (!isQuick) await keep({ ...one, rounds, machine: about });
	};
	const isChosen = ({ name }: { name: string }) => name.startsWith(only);
	const inOneProcess = comparisons(isQuick).filter(isChosen);
	if (inOneProcess.length > 0) await runInOneProcess(inOneProcess, rounds, tarball, done);
	const inQueueMode = queueComparisons(isQuick).filter(isChosen);
	if (inQueueMode.length > 0) {
		for (const one of await compareInQueueMode(inQueueMode, rounds, tarball)) await done(one);
	}
	if (isQuick) return;
	const bars = found.flatMap((each) => each.bars);
	console.log(`\n${bars.filter(isHeld).length} of ${bars.length} bars held.`);
}

/** Runs comparisons one after the other, in two n8n processes. */
async function runInOneProcess(
	chosen: Comparison[],
	rounds: number,
	tarball: string,
	done: (section: NamedSection) => Promise<void>,
): Promise<void> {
	const sandbox = await spawnSandbox({ alsoAccept: brevoPath });
	const health = await HealthWatch.start();
	progress('starts two n8n processes');
	const [own, beside] = await Promise.all([
		N8n.start('bench-own', tarball, sandbox),
		N8n.start('bench-beside', tarball, sandbox),
	]);
	for (const comparison of chosen) {
		const samples = await compare(comparison, rounds, { own, beside, sandbox, health });
		await done(section(comparison, samples));
	}
	await Promise.all([own.stop(), beside.stop()]);
	health.close();
	await sandbox.close();
}

type NamedSection = Section & { name: string };

/** A section as results.json has it. */
type Kept = NamedSection & { rounds: number; machine: ReturnType<typeof aboutThisRun> };

/** Puts a section in the place of an earlier one, and draws the charts and the README's tables anew. */
async function keep(section: Kept): Promise<void> {
	const kept = JSON.parse(readFileSync(resultsPath, 'utf8')) as Kept[];
	const order = names(false);
	const sections = [...kept.filter(({ name }) => name !== section.name), section]
		.filter(({ name }) => order.includes(name))
		.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
	await writeFile(resultsPath, `${JSON.stringify(sections, null, '\t')}\n`);
	await drawCharts(sections);
	const tables = sections.map((each) => `${asMarkdown(each)}\n\n${surroundings(each)}`);
	writeMeasured(join(__dirname, 'README.md'), 'results', tables.join('\n\n'));
}

/** The circumstances of a section's figures, in a line. */
function surroundings({ rounds, machine: { n8n, node, processor, load, date } }: Kept): string {
	return (
		`n8n ${n8n}, Node ${node}, ${processor}; the load before was ${load}; ` +
		`${rounds} rounds, ${date.slice(0, 10)}.`
	);
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
