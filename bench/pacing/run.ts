import { parseArgs } from 'node:util';

import { machine } from '../machine';
import { printSection } from '../sections/print';
import { fullScale, isHeld, quickScale } from '../sections/Section';
import { measureBadInput } from './measured/badInput';
import { measureCeilings } from './measured/ceilings';
import { runEvents, type CheckedRun } from './measured/eventRun';
import { drawRates } from './measured/rateChart';
import { measureRateLimited } from './measured/rateLimited';
import { measureUnlimited } from './measured/unlimited';

const help = `Usage: npm run bench:pacing -- [options]

Runs the built node through n8n's engine against the sandbox in a second process, and prints how
near it comes to the rate limit. A full run also draws bench/pacing/rate.svg. Fails only where an
event was lost or arrived twice; a bar that was missed is printed as missed.

  --quick         500 events at the limit, one round
  --concurrency   instead, what Max Concurrency costs and gives
  --help          this text`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			quick: { type: 'boolean' },
			concurrency: { type: 'boolean' },
			help: { type: 'boolean' },
		},
	});
	if (values.help) return console.log(help);
	const scale = values.quick ? quickScale : { ...fullScale, rounds: 3 };
	for (const [name, value] of Object.entries(machine())) console.log(`${name}: ${value}`);
	// An n8n that runs a workflow has long compiled its code.
	await runEvents({ events: 200, service: {} });

	if (values.concurrency) {
		const ceilings = await measureCeilings(scale);
		printSection(ceilings, false);
		return failWhereLost(ceilings.data);
	}

	const limited = await measureRateLimited(scale);
	printSection(limited, true);
	const checks = limited.data.flatMap(({ events, runs }) =>
		runs.map((run) => ({ run, due: events })),
	);
	if (!scale.isQuick) {
		const unlimited = await measureUnlimited(scale);
		printSection(unlimited, true);
		const badInput = await measureBadInput();
		printSection(badInput, true);
		const bars = [limited, unlimited, badInput].flatMap((section) => section.bars);
		console.log(`\n${bars.filter(isHeld).length} of ${bars.length} bars held.`);
		console.log(await drawRates(limited.data));
		checks.push(...unlimited.data, ...badInput.data);
	}
	failWhereLost(checks);
}

function failWhereLost(checks: CheckedRun[]): void {
	const lost = checks.reduce((sum, { run, due }) => sum + due - run.tally.delivered, 0);
	const twice = checks.reduce((sum, { run }) => sum + run.tally.sentTwice, 0);
	console.log(`\nOf all events, ${lost} were lost and ${twice} arrived twice.`);
	if (lost > 0 || twice > 0) process.exitCode = 1;
}

void main();
