import { runIntercepted } from '../../support/runIntercepted';
import { runNode } from '../../support/runNode';
import { cases } from '../cases';
import { testConformance } from './conformance';

describe.each(cases)('$name (C1, Q1, Q3, Q4, Q5, E1, R1)', (its) => {
	testConformance(its, runNode, ['continueRegularOutput', 'continueErrorOutput']);

	it('is uncertain after a 500 if it writes, and has failed if it reads (E1)', async () => {
		const parameters = { ...its.marked, requestOptions: { maxRetryWait: 0 } };
		const { error } = await runIntercepted(parameters, { items: 1 }, { status: 500 });
		expect(error?.context.run).toMatchObject(its.readOnly ? { failed: [0] } : { uncertain: [0] });
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
