import { Session } from 'node:inspector/promises';
import { Command } from 'commander';

import { messengerWorkflow } from '../../test/support/engine/messengerWorkflow';
import { runWorkflow } from '../../test/support/engine/runWorkflow';
import { spawnSandbox } from '../../sandbox';
import { candidates, type CandidateName } from '../candidates';
import { contacts } from '../candidates/contacts';
import { messengerOptions } from '../candidates/messenger';
import type { Service } from '../N8n';
import { printSection } from '../sections/print';
import { progress, type Bar } from '../sections/Section';
import { packageOf, selfTime, type SelfTime } from './selfTime';

const profiled = [
	'eventSend',
	'eventSendOtherExpressions',
	'sendToItems',
	'httpRequestEvent',
] satisfies CandidateName[];

/** The rows that a table shows; what is left is below a percent or so. */
const mostRows = 14;

interface Job {
	candidate: CandidateName;
	items: number;
	service: Service;
}

/** Runs a candidate's node by n8n's engine in this process. */
async function run({ candidate, items, service }: Job): Promise<void> {
	const workflow = messengerWorkflow({}, contacts(items));
	const [trigger, messenger] = workflow.nodes;
	const [node] = candidates[candidate].nodes(service);
	const { name, credentials } = messenger!;
	workflow.nodes = [trigger!, { ...messenger!, ...node, name, credentials }];
	const { error } = await runWorkflow(workflow, messengerOptions(service));
	if (error) throw error;
}

/** Profiles one run with V8's sampling profiler, the one behind `node --cpu-prof`, after a warm-up. */
async function profile(job: Job) {
	const session = new Session();
	session.connect();
	await run(job);
	await session.post('Profiler.enable');
	await session.post('Profiler.setSamplingInterval', { interval: 200 });
	await session.post('Profiler.start');
	await run(job);
	const result = await session.post('Profiler.stop');
	session.disconnect();
	return result.profile;
}

function total(times: SelfTime): number {
	return [...times.values()].reduce((sum, time) => sum + time, 0);
}

async function main(): Promise<void> {
	const { items } = new Command('npm run bench:profile --')
		.option('--items <n>', 'how many items a run has', Number, 2000)
		.parse()
		.opts<{ items: number }>();
	const sandbox = await spawnSandbox();
	const service = { url: sandbox.url, apiKey: sandbox.apiKey };
	for (const candidate of profiled) {
		progress(`${candidates[candidate].title}, ${items} items`);
		const times = selfTime(await profile({ candidate, items, service }), packageOf);
		const whole = total(times);
		const own = (times.get('this package') ?? 0) / whole;
		const bar: Bar = {
			claim: 'Percent of the time in this package’s own functions',
			value: own * 100,
			limit: 10,
			side: 'most',
		};
		const section = {
			title: `${candidates[candidate].title}: where the time of an item goes`,
			method: `Self time of ${items} items by the package of the function.`,
			rows: [...times].slice(0, mostRows).map(([name, time]) => ({
				package: name,
				share: `${((time / whole) * 100).toFixed(1)} %`,
				'for each item': `${(time / items).toFixed(3)} ms`,
			})),
			bars: [bar],
			data: Object.fromEntries(times),
		};
		printSection(section, candidate !== 'httpRequestEvent');
		await sandbox.reset();
	}
	await sandbox.close();
	// n8n's engine leaves timers behind.
	process.exit();
}

void main();
