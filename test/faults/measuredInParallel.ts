import '../support/onTheClock';
import { inParallel } from './run';

/**
 * Measures all tasks before the first test, so many at a time.
 *
 * @returns the measurement of a task by its place; where its test is tried again, a new one, alone
 */
export function measuredInParallel<Task, Result>(
	tasks: Task[],
	atOnce: number,
	measure: (task: Task) => Promise<Result>,
): (index: number) => Promise<Result> {
	const measured = new Map<number, Result>();
	beforeAll(async () => {
		const results = await inParallel(tasks, atOnce, measure);
		for (const [index, result] of results.entries()) measured.set(index, result);
	}, 60_000);
	return async (index) => {
		const result = measured.get(index) ?? (await measure(tasks[index]!));
		measured.delete(index);
		return result;
	};
}
