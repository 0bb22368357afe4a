import { Expression, isExpression, type INodeParameters } from 'n8n-workflow';

import { runIntercepted } from '../../support/interceptedService';
import { continues, runNode } from '../../support/runNode';
import { cases } from '../cases';
import { testConformance } from './conformance';

describe.each(cases)('$name (C1, Q1, Q3, Q4, Q5, E1, R1)', (its) => {
	testConformance(its, runNode, ['continueRegularOutput', 'continueErrorOutput']);

	it('is uncertain after a 500 if it writes, and has failed if it reads (E1)', async () => {
		const parameters = { ...its.marked, requestOptions: { maxRetryWait: 0 } };
		const { error } = await runIntercepted(parameters, { items: 1 }, { status: 500 });
		expect(error?.context.run).toMatchObject(its.readOnly ? { failed: [0] } : { uncertain: [0] });
	});

	it('refuses a key that differs from item to item, and sends nothing (C1)', async () => {
		const settings = { items: 3, credential: { apiKey: '={{ "key" + ($itemIndex % 2) }}' } };
		const good = { body: its.answer };
		const stopped = await runIntercepted(its.marked, settings, good);
		expect(stopped.error?.message).toContain('has another value for item 1 than for item 0');
		const goesOn = await runIntercepted(its.marked, { ...settings, node: continues }, good);
		expect(goesOn.failed).toHaveLength(3);
		expect([stopped.requests, goesOn.requests]).toEqual([[], []]);
	});

	it('evaluates its expression once for each item (R10)', async () => {
		// So that n8n's evaluator must be asked.
		const text = JSON.stringify(its.marked).replace(/\$json\.(email|number)/g, '$&.trim().slice()');
		// Every evaluation passes here, on any expression engine, and so may values that are no expressions.
		const evaluate = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
		const parameters = JSON.parse(text) as INodeParameters;
		await runIntercepted(parameters, { items: 30 }, { body: its.answer });
		const evaluations = evaluate.mock.calls.filter(([value]) => isExpression(value)).length;
		evaluate.mockRestore();
		const more = evaluations - 30 * text.split('={{').slice(1).length;
		expect(more).toBeGreaterThanOrEqual(0);
		expect(more).toBeLessThan(20);
	});

	it('reads an answer of its size, and none of one byte more (Q6)', async () => {
		const size = its.largestAnswer * 1024 * 1024;
		const answerOf = async (bytes: number) => {
			const body = JSON.stringify(its.answer).padEnd(bytes);
			const headers = { 'Content-Type': 'application/json' };
			return (await runIntercepted(its.marked, { items: 1 }, { body, headers })).error?.message;
		};
		expect(await answerOf(size)).toBeUndefined();
		expect(await answerOf(size + 1)).toContain(`more than ${its.largestAnswer} MB`);
	});
});
