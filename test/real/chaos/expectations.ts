import type { Outcome } from './Chaos';
import type { Fault } from './faults';
import type { Tally } from './tally';

/** That the fault's guarantee held; the figures are in the table. */
export function expectGuarantee({ guarantee }: Fault, { before, statuses, after }: Outcome): void {
	expect(before).toMatchObject({ twice: 0 });
	if (guarantee === 'succeeds') {
		expect(Object.keys(statuses)).toEqual(['success']);
		expect(before).toMatchObject({ missing: 0, inDoubt: 0 });
	}
	if (guarantee === 'complete after Retry') {
		expect(after ?? before).toMatchObject({ twice: 0, unnamed: 0 });
		expect(after?.refused ?? 0).toBe(0);
	}
}

/** What the outbox promises whatever happens: nothing twice, nothing lost without a word. */
export function expectOutbox(outbox: Tally): void {
	expect(outbox).toMatchObject({ twice: 0, unnamed: 0 });
}
