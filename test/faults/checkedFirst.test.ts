import { Expression, isExpression, type INodeParameters } from 'n8n-workflow';

import { continues } from '../support/runNode';
import { people } from '../support/service';
import { operations, run, sendToItems, service } from './scripted';

/**
 * Counts the expressions that n8n evaluates meanwhile, on any expression engine: parameters of all nodes,
 * credentials, and what the nodes ask for themselves. The same expression counts each time.
 *
 * @param act what is to be watched; nothing else should be running
 */
async function countEvaluations(act: () => Promise<unknown>): Promise<number> {
	// Every evaluation passes here, and so may values that are no expressions.
	const evaluate = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	await act();
	const evaluations = evaluate.mock.calls.filter(([value]) => isExpression(value)).length;
	evaluate.mockRestore();
	return evaluations;
}

describe.each(operations)('$name', ({ marked }) => {
	it.each([
		['stops', {}],
		['goes on', continues],
	])('evaluates its expression once for each item of a run that %s (R10)', async (_, node) => {
		// So that n8n's evaluator must be asked.
		const text = JSON.stringify(marked).replace(/\$json\.(email|number)/g, '$&.trim().slice()');
		const parameters = JSON.parse(text) as INodeParameters;
		const evaluations = await countEvaluations(
			async () => await run(parameters, { items: 50, node }),
		);
		expect(evaluations - 50).toBeGreaterThanOrEqual(0);
		expect(evaluations - 50).toBeLessThan(20);
	});
});

it('a sheet of local numbers: how many of each kind, five examples, and what to do about most (R1)', async () => {
	const parameters = {
		...sendToItems,
		sendMode: 'send',
		messengerNumber: '={{ $json.number }}',
	};
	const numberOf = (index: number) =>
		index < 24 ? `0171 39200${index + 10}` : index < 27 ? '' : `+14155550${index + 100} ext. 7`;
	const sheet = people(30, (index) => ({ number: numberOf(index) }));
	const { error } = await run(parameters, { items: sheet });
	expect([error!.message, ...error!.description!.split('<br>')].join('\n')).toMatchSnapshot();
	const blank = await run(parameters, { items: [...people(1), { number: '' }] });
	expect(blank.error!.message).toContain("'Recipient Number' is empty [item 1]");
	expect(blank.error!.description).toContain(
		"set 'When Number Is Missing' in the options to 'Skip'",
	);
	expect(service.connections).toEqual([]);
});
