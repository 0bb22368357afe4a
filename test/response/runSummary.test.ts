import { NodeApiError, type INode } from 'n8n-workflow';

import type { RunSummary } from '../../nodes/Messenger/request/RunReport';
import { ranges, withRunSummary } from '../../nodes/Messenger/response/runSummary';

const none: RunSummary = { accepted: [], uncertain: [], failed: [], notSent: [] };

function summarized(summary: Partial<RunSummary>): NodeApiError {
	const node = { name: 'Messenger', type: 'messenger', typeVersion: 1 } as INode;
	const error = new NodeApiError(node, { message: 'x' }, { message: 'x', description: 'Wait.' });
	return withRunSummary(error, { ...none, ...summary });
}

describe('what became of the other items', () => {
	it('is told after what to do, group by group', () => {
		expect(
			summarized({ accepted: [0, 1, 2], uncertain: [3], failed: [4, 6], notSent: [7, 8] })
				.description,
		).toBe(
			'Wait. Of this run: 3 items accepted by the service, do not send them again (0 to 2); ' +
				'1 item sent, and may have been processed (3); ' +
				'2 items refused or not delivered (4, 6); ' +
				'2 items not sent (7 to 8).',
		);
	});

	it('leaves out groups without items', () => {
		expect(summarized({ failed: [0] }).description).toBe(
			'Wait. Of this run: 1 item refused or not delivered (0).',
		);
	});

	it('stands in the context too, with all item numbers', () => {
		const summary = { ...none, accepted: [0, 2], failed: [1] };
		expect(summarized(summary).context.run).toEqual(summary);
	});
});

describe('item numbers', () => {
	it.each([
		[[], ''],
		[[5], '5'],
		[[0, 1], '0 to 1'],
		[[0, 1, 2, 3, 7], '0 to 3, 7'],
		[[0, 2, 4, 5], '0, 2, 4 to 5'],
	])('%j are written as %j', (items, text) => {
		expect(ranges(items)).toBe(text);
	});

	it('name at most ten ranges', () => {
		const items = Array.from({ length: 11 }, (_, index) => index * 2);
		expect(ranges(items.slice(0, 10))).toBe('0, 2, 4, 6, 8, 10, 12, 14, 16, 18');
		expect(ranges(items)).toBe('0, 2, 4, 6, 8, 10, 12, 14, 16, 18, …');
	});
});
