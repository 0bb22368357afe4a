import fc from 'fast-check';

import { plainReference, readPlainReference } from '../../nodes/Messenger/run/plainReference';
import { startEvaluator, type Evaluator } from '../support/evaluator';
import { anyReads, holding, traps, usualRead } from './plainReferenceReads';

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

	it('is read as the evaluator reads it, with every name that something gives a meaning to', () => {
		for (const name of traps.flatMap((trap) => [trap, `a.${trap}s`, `${trap} ${trap}`])) {
			const json = holding(name, 'value');
			for (const step of [`.${name}`, `["${name}"]`]) {
				const expression = `={{ $json${step} }}`;
				const value = readDirectly(expression, json);
				if (value !== undefined) expect(evaluator.evaluate(expression, json)).toBe(value);
			}
		}
	});

	it('needs no evaluator where it is spelled as usual and leads to a text, number or boolean', () => {
		fc.assert(
			fc.property(usualRead, ({ expression, json, value }) => {
				expect(readDirectly(expression, json)).toBe(value);
			}),
			{ numRuns: 2_000 },
		);
	});
});
