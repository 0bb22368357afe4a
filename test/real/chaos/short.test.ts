import { Chaos } from './Chaos';
import { expectGuarantee } from './expectations';
import { faults } from './faults';

let chaos: Chaos;

beforeAll(async () => {
	chaos = await Chaos.prepare();
}, 600_000);

afterAll(async () => await chaos?.stop(), 60_000);

/** For every change: faults that are soon over, with a fifth of the events. */
test.each(faults.filter(({ inShortForm }) => inShortForm))('$name', async (fault) => {
	expectGuarantee(fault, await chaos.tryWorkload({ ...fault, workload: { calls: 8, items: 50 } }));
});
