import { isFailure, pairedItems, type Outcome } from '../../../nodes/Messenger/run/outcome';

it('what has no output is a failure, and an output belongs to its item (Q4)', () => {
	const accepted: Outcome = { state: 'accepted', items: pairedItems([{ id: 7 }], 3) };
	const failed: Outcome = { state: 'failed', message: 'No', description: '' };
	expect([accepted, failed, undefined].map(isFailure)).toEqual([false, true, false]);
	expect(accepted.items).toEqual([{ json: { id: 7 }, pairedItem: { item: 3 } }]);
});
