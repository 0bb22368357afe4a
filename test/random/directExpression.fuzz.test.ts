import fc from 'fast-check';

import { directExpression } from '../../nodes/runtime/engine/directExpression';
import { startEvaluator, type Evaluator } from '../support/evaluator';
import { randomExpression } from './randomExpressions';
import { seed } from './seed';

/** The number of values compared: `DIRECT_READS=20000` for a long run. */
const count = Number(process.env.DIRECT_READS ?? 500);

let evaluator: Evaluator;
beforeAll(async () => (evaluator = await startEvaluator()));
afterAll(async () => await evaluator.release());

it('an expression that is read directly has the value that the evaluator gives it', () => {
	let values = 0;
	let read = 0;
	const agrees = fc.property(randomExpression, ({ expression, items }) => {
		for (const json of items) {
			values += 1;
			const value = directExpression(expression)({ json, earlierJson: () => json });
			if (value === undefined) continue;
			read += 1;
			expect(evaluator.evaluate(expression, json)).toBe(value);
		}
	});
	for (let round = 0; read < count; round += 1) {
		fc.assert(agrees, { numRuns: 100, seed: seed + round });
	}
	expect(read / values).toBeGreaterThan(1 / 3);
}, 3_600_000);
