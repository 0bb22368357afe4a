import fc from 'fast-check';

import { directExpression } from '../../nodes/runtime/run/directExpression';
import { startEvaluator, type Evaluator } from '../support/evaluator';
import { holding, randomExpression, traps } from './randomExpressions';
import { seed } from './seed';

/** The number of values compared: `DIRECT_READS=20000` for a long run. */
const count = Number(process.env.DIRECT_READS ?? 500);

describe('an expression that is read directly', () => {
	let evaluator: Evaluator;
	beforeAll(async () => (evaluator = await startEvaluator()));
	afterAll(async () => await evaluator.release());

	/** The value; undefined if it is left to the evaluator. @throws Error if that reads another */
	function readDirectly(expression: string, json: unknown): unknown {
		let value;
		try {
			value = directExpression(expression)(evaluator.scope(json));
		} catch {
			return undefined;
		}
		expect(evaluator.evaluate(expression, json)).toBe(value);
		return value;
	}

	it('has the value that the evaluator gives it', () => {
		let values = 0;
		let read = 0;
		const agrees = fc.property(randomExpression, ({ expression, items }) => {
			for (const json of items) {
				values += 1;
				if (readDirectly(expression, json) !== undefined) read += 1;
			}
		});
		for (let round = 0; read < count; round += 1) {
			fc.assert(agrees, { numRuns: 100, seed: seed + round });
		}
		expect(read / values).toBeGreaterThan(1 / 3);
	}, 3_600_000);

	it('has it with every name that something gives a meaning to', () => {
		for (const name of traps.flatMap((trap) => [trap, `a.${trap}s`, `${trap} ${trap}`])) {
			const json = holding(name, 'value');
			for (const step of [`.${name}`, `["${name}"]`]) {
				readDirectly(`={{ $json${step} }}`, json);
				readDirectly(`={{ "" || $json${step} }}`, json);
				readDirectly(`={{ "${name}" + $json${step} + '${name}' }}`, json);
				readDirectly(`=${name}{{ $json${step} }}${name}`, json);
			}
		}
	});
});
