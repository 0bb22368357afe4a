import { join } from 'node:path';

import { writeMeasured } from '../../../bench/tables';
import { root } from '../../../playground/folders';
import { Chaos, type Outcome } from './Chaos';
import { expectGuarantee, expectOutbox } from './expectations';
import { faults, type Fault } from './faults';
import { eventsTable, outboxTable } from './table';
import type { Tally } from './tally';

const path = join(root, 'docs', 'scaling.md');

const outcomes = new Map<Fault, Outcome>();
const tallies = new Map<Fault, Tally>();

let chaos: Chaos;

beforeAll(async () => {
	chaos = await Chaos.prepare();
}, 600_000);

afterAll(async () => {
	await chaos?.stop();
	// Where only some were tried, or one broke off, the tables stay as they are.
	const withOutbox = faults.filter((fault) => fault.withOutbox);
	if (outcomes.size < faults.length || tallies.size < withOutbox.length) return;
	writeMeasured(path, 'events', eventsTable(outcomes));
	writeMeasured(path, 'outbox', outboxTable(tallies));
}, 60_000);

describe.each(faults)('$name', (fault) => {
	test('events', async () => {
		const outcome = await chaos.tryWorkload(fault);
		process.stdout.write(`${fault.name}: ${JSON.stringify(outcome)}\n`);
		outcomes.set(fault, outcome);
		expectGuarantee(fault, outcome);
	});

	if (!fault.withOutbox) return;

	test('outbox', async () => {
		const tally = await chaos.tryOutbox(fault);
		process.stdout.write(`${fault.name}, outbox: ${JSON.stringify(tally)}\n`);
		tallies.set(fault, tally);
		expectOutbox(tally);
	});
});
