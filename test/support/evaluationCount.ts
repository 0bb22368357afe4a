import { Expression, isExpression } from 'n8n-workflow';

/**
 * Counts the expressions that n8n evaluates meanwhile, on any expression engine: parameters of all nodes,
 * credentials, and what the nodes ask for themselves. The same expression counts each time.
 *
 * @param act what is to be watched; nothing else should be running
 */
export async function countEvaluations(act: () => Promise<unknown>): Promise<number> {
	// Every evaluation passes here, and so may values that are no expressions.
	const evaluate = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	await act();
	const evaluations = evaluate.mock.calls.filter(([value]) => isExpression(value)).length;
	evaluate.mockRestore();
	return evaluations;
}
