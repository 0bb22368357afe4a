import { networkProblem } from './networkProblems';
import type { Problem, Situation } from './Problem';
import type { Reading } from './readResponse';
import { responseProblem } from './responseProblems';

/**
 * What is wrong where a request was not accepted, in words that do not contain the API key.
 *
 * @param reading what the last response means
 */
export function problemOf(reading: Reading, situation: Situation): Problem {
	const { outcome } = reading;
	const problem =
		outcome.kind === 'no response'
			? networkProblem(outcome, reading.state === 'uncertain', situation)
			: responseProblem(reading, outcome, situation);
	return { ...problem, advice: problem.advice.filter((sentence) => sentence !== '') };
}
