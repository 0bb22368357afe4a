import fc from 'fast-check';

import { plainReference, readPlainReference } from '../../nodes/Messenger/run/plainReference';
import { startEvaluator, type Evaluator } from '../support/evaluator';
import { anyReads, usualRead } from './plainReferenceReads';

/** What is read without the evaluator; undefined where that is left to it. */
function readDirectly(expression: string, json: unknown): unknown {
	const path = plainReference(expression);
	return path && readPlainReference(json, path);
}

describe('a plain reference', () => {
	let evaluator: Evaluator;
	beforeAll(async () => (evaluator = await startEvaluator()));
	afterAll(async () => await evaluator.release());

	it('is read as the evaluator reads it, in 20,000 random reads', () => {
		let reads = 0;
		const agrees = fc.property(anyReads, ({ expression, items }) => {
			for (const json of items) {
				const value = readDirectly(expression, json);
				if (value === undefined) continue;
				expect(evaluator.evaluate(expression, json)).toBe(value);
				reads += 1;
			}
		});
		while (reads < 20_000) fc.assert(agrees, { numRuns: 200 });
	}, 240_000);

	it('needs no evaluator where it is spelled as usual and leads to a text, number or boolean', () => {
		fc.assert(
			fc.property(usualRead, ({ expression, json, value }) => {
				expect(readDirectly(expression, json)).toBe(value);
			}),
			{ numRuns: 2_000 },
		);
	});
});
