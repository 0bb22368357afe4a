import { isFailure, type Outcome } from '../../../nodes/runtime/run/outcome';

it('what has no output is a failure', () => {
	const accepted: Outcome = { state: 'accepted', items: [] };
	const failed: Outcome = { kind: 'answered', state: 'failed', message: 'No', description: '' };
	expect([accepted, failed, undefined].map(isFailure)).toEqual([false, true, false]);
});
