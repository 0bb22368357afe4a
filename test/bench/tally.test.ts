import { tally } from '../../bench/process/tally';
import type { JournalEntry } from '../../sandbox';

function entry(status: number | null, body: unknown): JournalEntry {
	return {
		number: 1,
		receivedAt: '2026-01-01T00:00:00.000Z',
		method: 'POST',
		path: '/webhook/event/send',
		query: {},
		headers: {},
		body,
		status,
	};
}

describe('The tally of a benchmark', () => {
	it('counts what was accepted once, what was accepted again and what was refused', () => {
		expect(
			tally([
				entry(200, { event: 1 }),
				entry(429, { event: 2 }),
				entry(201, { event: 3 }),
				entry(200, { event: 1 }),
				entry(200, { event: 1 }),
			]),
		).toEqual({ requests: 5, refused: 1, delivered: 2, sentTwice: 2, recipients: 0 });
	});

	it('does not count a refused event as delivered, nor one without an answer', () => {
		const journal = [entry(429, { event: 1 }), entry(500, { event: 2 }), entry(null, { event: 3 })];
		expect(tally(journal)).toMatchObject({ requests: 3, delivered: 0, sentTwice: 0 });
	});

	it('adds up the recipients of the accepted campaigns', () => {
		expect(
			tally([
				entry(200, { recipient: [{}, {}] }),
				entry(200, { recipient: [{}] }),
				entry(400, { recipient: [{}, {}, {}] }),
			]),
		).toMatchObject({ recipients: 3 });
	});
});
