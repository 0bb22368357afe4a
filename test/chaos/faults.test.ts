import { Chaos } from './Chaos';
import { expectGuarantee, expectOutbox } from './expectations';
import { faults, type Fault } from './faults';
import { noteEvents, noteOutbox } from './table';

let chaos: Chaos;

beforeAll(async () => {
	chaos = await Chaos.prepare();
}, 600_000);

afterAll(async () => await chaos?.stop(), 60_000);

describe.each(faults)('$name', (fault) => {
	test('events', async () => {
		const outcome = await chaos.tryWorkload(fault);
		process.stdout.write(`${describeOutcome(fault, outcome)}\n`);
		expectGuarantee(fault, outcome);
		noteEvents(fault, outcome);
	});

	if (!fault.withOutbox) return;

	test('outbox', async () => {
		const outcome = await chaos.tryOutbox(fault);
		process.stdout.write(`${describeOutcome(fault, outcome)}\n`);
		expectOutbox(outcome);
		noteOutbox(fault, outcome);
	});
});

function describeOutcome({ name }: Fault, outcome: object): string {
	return `${name}: ${JSON.stringify(outcome)}`;
}
