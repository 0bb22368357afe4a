import { RunReport, type Outcome } from '../../nodes/Messenger/request/RunReport';

const items = [{ json: { id: '1' } }];
const accepted: Outcome = { state: 'accepted', items };
const nothingToSend: Outcome = { state: 'nothing to send', items };
const createError = () => {
	throw new Error('No test asks for it');
};
const failure = (state: 'uncertain' | 'failed' | 'not sent'): Outcome => ({ state, createError });

/** Settles a whole run with these outcomes, in their order. */
function settled(outcomes: Outcome[]): RunReport {
	const report = new RunReport(outcomes.length);
	outcomes.forEach((outcome, itemIndex) => {
		expect(report.begin(itemIndex)).toBeUndefined();
		report.settle(itemIndex, outcome);
	});
	return report;
}

describe('the report of a run', () => {
	it('has the item numbers by how they ended, in order', () => {
		const report = new RunReport(8);
		const outcomes: Array<[number, Outcome]> = [
			[7, accepted],
			[0, accepted],
			[10, accepted],
			[2, failure('failed')],
			[1, failure('uncertain')],
			[4, failure('not sent')],
			[3, failure('not sent')],
			[5, nothingToSend],
		];
		for (const [itemIndex, outcome] of outcomes) report.settle(itemIndex, outcome);
		expect(report.summary()).toEqual({
			accepted: [0, 7, 10],
			uncertain: [1],
			failed: [2],
			notSent: [3, 4],
		});
	});

	it('is whole when every item has ended, and not before', async () => {
		const report = new RunReport(3);
		let whole = 0;
		const waiting = [report.allSettled(), report.allSettled()].map(async (settling) => {
			await settling;
			whole += 1;
		});
		report.settle(0, accepted);
		report.settle(2, failure('failed'));
		await new Promise(setImmediate);
		expect(whole).toBe(0);
		report.settle(1, accepted);
		await Promise.all(waiting);
		expect(whole).toBe(2);
		await report.allSettled();
	});
});

describe('a next try of the run', () => {
	it('keeps what the service has taken or may have taken, and tries the others again', () => {
		const report = settled([
			accepted,
			failure('uncertain'),
			failure('failed'),
			failure('not sent'),
			nothingToSend,
		]);
		expect(report.begin(0)).toBe(accepted);
		expect(report.begin(1)).toMatchObject({ state: 'uncertain' });
		expect(report.begin(2)).toBeUndefined();
		expect(report.begin(3)).toBeUndefined();
		expect(report.begin(4)).toBeUndefined();
		expect(report.summary()).toEqual({ accepted: [0], uncertain: [1], failed: [], notSent: [] });
	});

	it('begins with whichever item comes first', () => {
		const report = settled([accepted, failure('failed')]);
		expect(report.begin(1)).toBeUndefined();
		expect(report.begin(0)).toBe(accepted);
	});

	it('is counted as a try of its own', () => {
		const report = settled([failure('failed')]);
		const first = report.currentTry;
		report.begin(0);
		expect(report.currentTry).not.toBe(first);
	});

	it('does not begin before the last one is whole', () => {
		const report = new RunReport(2);
		const first = report.currentTry;
		report.settle(0, failure('failed'));
		expect(report.begin(0)).toMatchObject({ state: 'failed' });
		expect(report.currentTry).toBe(first);
	});

	it('begins once for all items', () => {
		const report = settled([failure('failed'), failure('failed'), accepted]);
		report.begin(0);
		const second = report.currentTry;
		report.begin(1);
		report.begin(2);
		expect(report.currentTry).toBe(second);
	});
});

it('knows how an item ended', () => {
	expect(settled([failure('failed'), accepted]).outcomeOf(1)).toBe(accepted);
});
