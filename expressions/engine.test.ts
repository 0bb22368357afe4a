import { Expression } from 'n8n-workflow';

import { startEvaluator } from '../test/support/evaluator';

describe('the expression engine of these tests', () => {
	it('is the one of n8n 2', () => {
		expect(Expression.getActiveImplementation()).toBe('vm');
	});

	it('is what evaluates: a field hides behind a function of the same name, as in no other', async () => {
		const { evaluate, release } = await startEvaluator();
		expect(() => evaluate('={{ $json.toString }}', { toString: 'a field' })).toThrow(
			'function toString() { [native code] } could not be cloned',
		);
		await release();
	});
});
