import { isFailure, type Failure, type Outcome } from '../../../nodes/Messenger/run/outcome';

const accepted: Outcome = { state: 'accepted', items: [] };
const failed = (state: Failure['state']): Outcome => ({ state, message: 'No', description: '' });

it('what has no output is a failure', () => {
	expect([accepted, failed('failed'), undefined].map(isFailure)).toEqual([false, true, false]);
});
