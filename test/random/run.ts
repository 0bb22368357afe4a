import { Command } from 'commander';
import seedrandom from 'seedrandom';

import { inParallel } from '../faults/run';
import { Account, Service, type Entry } from './Service';
import { tellStory, type Told } from './story';

/** How many stories are shown in full for each rule that is broken. */
const shownPerRule = 2;

const { seed, ...options } = new Command('npm run test:random --')
	.description('Runs the node at random, and compares what it says with what the service did.')
	.option('--runs <n>', 'executions, three to a story', '2000')
	.option('--seed <text>', 'another one tells other stories', '1')
	.option('--story <n>', 'only the story with this number')
	.option('--at-once <n>', 'stories at the same time', '40')
	.parse()
	.opts<{ runs: string; seed: string; story?: string; atOnce: string }>();

const service = new Service();
const counts = new Map<string, number>();
const started = performance.now();
let [runs, tries] = [0, 0];

const progress = () => {
	const seconds = Math.round((performance.now() - started) / 1000);
	return `${runs} runs, ${tries} tries, ${service.requests} requests, ${seconds} s`;
};

function show(story: number, { numbers, tries, violations, ...execution }: Told, journal: Entry[]) {
	console.log(`\nSeed ${seed}, story ${story}: ${JSON.stringify(execution)}`);
	for (const { rule, where } of violations) console.log(`  BROKEN: ${rule} (${where})`);
	for (const { name, resendUncertain, states, words, from, to } of tries) {
		console.log(`  ${name}, Resend Uncertain ${resendUncertain ? 'on' : 'off'}`);
		for (const { number, request, name } of journal.slice(from, to)) {
			const items = [...numbers.keys()].filter((item) => numbers[item] === number);
			if (items.length > 0) console.log(`    item ${items}: request ${request}, ${name}`);
		}
		const said = numbers.map((_, item) => `${item} ${states.get(item) ?? '-'}`);
		console.log(`    the node says: ${said.join(', ')}${words ? `\n    ${words}` : ''}`);
	}
}

async function tell(url: string, story: number): Promise<void> {
	const apiKey = `key-${seed}-story-${String(story).padStart(7, '0')}`;
	const account = new Account(seedrandom(apiKey));
	service.accounts.set(apiKey, account);
	for (const told of await tellStory(url, apiKey, account)) {
		runs += 1;
		tries += told.tries.length;
		let isShown = false;
		for (const { rule } of told.violations) {
			const count = counts.get(rule) ?? 0;
			counts.set(rule, count + 1);
			isShown ||= count < shownPerRule || options.story !== undefined;
		}
		if (isShown) show(story, told, account.journal);
	}
	service.accounts.delete(apiKey);
}

async function main(): Promise<void> {
	const url = await service.start();
	setInterval(() => console.log(progress()), 30_000);
	const all = Array.from({ length: Math.ceil(Number(options.runs) / 3) }, (_, story) => story);
	const stories = options.story === undefined ? all : [Number(options.story)];
	await inParallel(stories, Number(options.atOnce), async (story) => await tell(url, story));
	if (tries < runs) throw new Error('The node did not run: nothing was examined');

	console.log(`\n${progress()}`);
	for (const [rule, count] of counts) console.log(`BROKEN ${count} times: ${rule}`);
	console.log(counts.size === 0 ? 'No rule was broken.' : `${counts.size} rules were broken.`);
	process.exit(counts.size === 0 ? 0 : 1);
}

void main();
