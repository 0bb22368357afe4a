import { Expression, isExpression } from 'n8n-workflow';

/**
 * How many expressions n8n evaluates meanwhile, on any expression engine: parameters of all nodes,
 * credentials, and what the nodes ask for themselves. The same expression counts each time.
 *
 * @param act what is to be watched; nothing else should be running
 */
export async function countEvaluations(act: () => Promise<unknown>): Promise<number> {
	const evaluator = Expression.prototype;
	const evaluate = evaluator.resolveSimpleParameterValue;
	let evaluations = 0;
	// Every evaluation passes here, and so may values that are no expressions.
	evaluator.resolveSimpleParameterValue = function (...parameters) {
		if (isExpression(parameters[0])) evaluations += 1;
		return evaluate.apply(this, parameters);
	};
	try {
		await act();
	} finally {
		evaluator.resolveSimpleParameterValue = evaluate;
	}
	return evaluations;
}
