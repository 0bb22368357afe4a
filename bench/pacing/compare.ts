import { Pacer } from '../../nodes/Messenger/request/pacing/Pacer';
import { AdaptiveRate } from './candidates/AdaptiveRate';
import { AdditiveWindow } from './candidates/AdditiveWindow';
import { FixedWindow } from './candidates/FixedWindow';
import { alone, together, togetherAtEachLimit } from './scenarios';
import { simulate, type MakePacer, type Result, type Scenario } from './simulation';

const seeds = [1, 2, 3];

const ours: MakePacer = (clock) => new Pacer(clock);

const candidates: Record<string, MakePacer> = {
	'this package': ours,
	'adaptive rate': (clock) => new AdaptiveRate(clock),
	'AIMD window': (clock) => new AdditiveWindow(clock),
	'fixed window': (clock) => new FixedWindow(clock),
};

/** The same scenario with other chances. */
async function results(scenario: Scenario, makePacer: MakePacer): Promise<Result[]> {
	const all = [];
	for (const seed of seeds) all.push(await simulate({ ...scenario, seed }, makePacer));
	return all;
}

function least(all: Result[], of: (result: Result) => number): number {
	return Math.min(...all.map(of));
}

function percent(part: number): string {
	return `${Math.floor(part * 100)} %`;
}

function describe({ controllers, limit, latency }: Scenario): string {
	return `${controllers} x ${limit}/s, ${latency} ms`;
}

/** One row for each scenario, one column for each candidate. */
async function compare(title: string, scenarios: Scenario[], names: string[]): Promise<void> {
	const table: Record<string, Record<string, string>> = {};
	for (const scenario of scenarios) {
		const row: Record<string, string> = {};
		for (const candidate of names) {
			const all = await results(scenario, candidates[candidate]!);
			const refused = -least(all, (result) => -result.refused);
			row[candidate] = `${percent(least(all, (result) => result.goodput))}, ${refused} refused`;
		}
		table[describe(scenario)] = row;
	}
	print(title, table);
}

/** All that is measured of this package's pacer, one row for each scenario. */
async function measure(title: string, scenarios: Scenario[]): Promise<void> {
	const table: Record<string, Record<string, string | number>> = {};
	for (const scenario of scenarios) {
		const all = await results(scenario, ours);
		const attainable = await simulate(scenario, ours, { isPatient: true });
		table[describe(scenario)] = {
			goodput: percent(least(all, (result) => result.goodput)),
			'of the attainable': percent(least(all, (result) => attainable.seconds / result.seconds)),
			refused: -least(all, (result) => -result.refused),
			lost: scenario.controllers * scenario.events - least(all, (result) => result.delivered),
			fairness: least(all, (result) => result.fairness).toFixed(2),
		};
	}
	print(title, table);
}

function print(title: string, table: Record<string, object>): void {
	console.log(`\n${title}`);
	console.table(table);
}

function withRetryAfter(scenarios: Scenario[]): Scenario[] {
	return scenarios.map((scenario) => ({ ...scenario, retryAfter: 1000 }));
}

async function main(): Promise<void> {
	console.log(`The worst of ${seeds.length} runs each. A burst is half a second of the limit.`);
	const names = Object.keys(candidates);
	await compare('Candidates, one worker, 2,000 requests', alone, names);
	await compare('The same with Retry-After: 1', withRetryAfter(alone), names);
	// Eight fixed windows are refused a million times.
	const few = names.filter((candidate) => candidate !== 'fixed window');
	await compare('Candidates, eight workers', together(8, 100), few);
	await compare('The same with Retry-After: 1', withRetryAfter(together(8, 100)), few);
	const all = [1, 2, 4, 8].flatMap(togetherAtEachLimit);
	await measure('This package, 64 seconds of the limit', all);
	await measure('The same with Retry-After: 1', withRetryAfter(all));
}

void main();
