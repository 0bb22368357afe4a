import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';

import { playground } from '../playground/folders';
import { counted } from '../nodes/runtime/response/phrases';
import { writeMeasured } from '../playground/measured';
import { installN8n } from '../playground/n8nInstall';
import { packPackage } from '../playground/packageInstall';
import { stopAll } from '../playground/processes';
import { spawnSandbox } from '../sandbox';
import { compare } from './compare';
import { comparisons, section } from './comparisons';
import { HealthWatch } from './HealthWatch';
import { N8n } from './N8n';
import { isMet, printSection, progress, type Section, type Target } from './tables';

const resultsPath = join(__dirname, 'results.json');
const readme = join(__dirname, 'README.md');

interface Options {
	quick: boolean;
	only: string;
	rounds: number;
}

const program = new Command('npm run bench --');
program
	.description(
		'Measures the package in a real n8n beside what users would pick instead, and prints tables. ' +
			'What is measured in full size is kept in bench/results.json and bench/README.md.',
	)
	.option('--quick', 'small sizes and one round: shows that all works, the figures mean little')
	.option('--only <name>', `the comparisons that begin so, of ${names(false).join(', ')}`)
	.option('--rounds <n>', 'rounds that count (default: 3)', countOf)
	.action(async ({ quick = false, only = '', rounds = quick ? 1 : 3 }: Partial<Options>) => {
		if (!names(quick).some((name) => name.startsWith(only))) {
			program.error(`--only: none of ${names(quick).join(', ')}`);
		}
		await measure({ quick, only, rounds });
	});

function countOf(text: string): number {
	const count = Number(text);
	if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('It is 1 or more.');
	return count;
}

/** Of all comparisons, in their order. */
function names(isQuick: boolean): string[] {
	return comparisons(isQuick).map(({ name }) => name);
}

/** Runs comparisons one after the other, in two n8n processes. */
async function measure({ quick: isQuick, only, rounds }: Options): Promise<void> {
	await installN8n(progress);
	const tarball = await packPackage(progress);
	const surroundings = `${aboutThisMachine()}; ${rounds} rounds.`;
	console.log(surroundings);
	const sandbox = await spawnSandbox();
	const health = await HealthWatch.start();
	progress('starts two n8n processes');
	const [own, beside] = await Promise.all([
		N8n.start('bench-own', tarball),
		N8n.start('bench-beside', tarball),
	]);
	const targets: Target[] = [];
	for (const comparison of comparisons(isQuick).filter(({ name }) => name.startsWith(only))) {
		const samples = await compare(comparison, rounds, { own, beside, sandbox, health });
		const found = section(comparison, samples);
		printSection(found);
		targets.push(...found.targets);
		if (!isQuick) await keep({ ...found, surroundings });
	}
	await Promise.all([own.stop(), beside.stop()]);
	health.close();
	await sandbox.close();
	console.log(`\n${targets.filter(isMet).length} of ${targets.length} targets met.`);
}

/** A section as results.json has it. */
type Kept = Section & { surroundings: string };

/** Replaces an earlier section, and writes the README's table again. */
async function keep(section: Kept): Promise<void> {
	const kept = JSON.parse(readFileSync(resultsPath, 'utf8')) as Kept[];
	const order = names(false);
	const sections = [...kept.filter(({ name }) => name !== section.name), section]
		.filter(({ name }) => order.includes(name))
		.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
	await writeFile(resultsPath, `${JSON.stringify(sections, null, '\t')}\n`);
	writeMeasured(readme, 'results', sections.map(asMarkdown).join('\n\n'));
}

/** A section in the README: a line for each candidate, and the targets that it missed. results.json has all figures. */
function asMarkdown({ title, rows, targets, surroundings }: Kept): string {
	const missed = targets.filter((target) => !isMet(target));
	const verdicts = missed.map(({ claim, value, limit }) => {
		const what = claim.replace(`${title}: `, '');
		return `- **Missed**: ${what}: ${Number(value.toPrecision(3))}, at most ${limit}`;
	});
	const [date] = surroundings.split(', ');
	return [`**${title}** (${date})`, [...rows.map(lineOf), ...verdicts].join('\n')].join('\n\n');
}

/** Such as `HTTP Request: 16.80 s (3.98 ×), 3000 requests, silence 235 ms`; what went wrong only if something did. */
function lineOf(row: Section['rows'][number]): string {
	const speed = row["the node's speed"];
	const counts = (row['lost, twice, refused'] ?? '').split(', ');
	const wrong = ['lost', 'sent twice', 'refused'].flatMap((what, index) =>
		Number(counts[index] ?? 0) > 0 ? [`${counts[index]} ${what}`] : [],
	);
	const [time = ''] = (row.time ?? '').split(' (');
	const facts = [
		speed ? `${time} (${speed})` : time,
		row.requests && counted(Number(row.requests), 'request'),
		`silence ${row['longest silence']}`,
		...wrong,
	];
	return `- ${row.candidate}: ${facts.filter((fact) => fact).join(', ')}`;
}

/** The machine and versions on which the figures depend, in a line. */
function aboutThisMachine(): string {
	const version = (name: string) => {
		const path = join(playground, 'node_modules', name, 'package.json');
		return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
	};
	const processors = cpus();
	return [
		`${new Date().toISOString().slice(0, 10)}, n8n ${version('n8n')}, Node ${version('node')}`,
		`${processors.length} × ${processors[0]?.model ?? 'unknown'}`,
		`load before ${loadavg()[0]!.toFixed(1)}`,
	].join(', ');
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
	process.once(signal, () => void stopAll().then(() => process.exit(1)));
}

program.parseAsync().catch(async (error: unknown) => {
	console.error(error);
	await stopAll();
	process.exit(1);
});
