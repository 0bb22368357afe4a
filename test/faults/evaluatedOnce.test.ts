import { Expression, isExpression, type INodeParameters } from 'n8n-workflow';

import { operations, run } from './scripted';

it.each(operations)(
	'$name evaluates its expression once for each item (R10)',
	async ({ marked }) => {
		// So that n8n's evaluator must be asked.
		const text = JSON.stringify(marked).replace(/\$json\.(email|number)/g, '$&.trim().slice()');
		// Every evaluation passes here, on any expression engine, and so may values that are no expressions.
		const evaluate = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
		await run(JSON.parse(text) as INodeParameters, { items: 50 });
		const evaluations = evaluate.mock.calls.filter(([value]) => isExpression(value)).length;
		evaluate.mockRestore();
		expect(evaluations - 50).toBeGreaterThanOrEqual(0);
		expect(evaluations - 50).toBeLessThan(20);
	},
);
