import './onTheClock';
import { inParallel } from '../faults/run';

/** What was measured of each task. */
interface Measured<Result> {
	/** For the test of a task, by its place: where that is tried again, it is measured again, alone. */
	at(index: number): Promise<Result>;
	/** Of all tasks, in their order. */
	all(): Result[];
}

/** Measures all tasks before the first test, so many at a time. */
export function measuredInParallel<Task, Result>(
	tasks: Task[],
	atOnce: number,
	measure: (task: Task) => Promise<Result>,
): Measured<Result> {
	let results: Result[];
	const wasRead = new Set<number>();
	beforeAll(async () => {
		results = await inParallel(tasks, atOnce, measure);
	}, 120_000);
	return {
		at: async (index) => {
			if (wasRead.has(index)) results[index] = await measure(tasks[index]!);
			wasRead.add(index);
			return results[index]!;
		},
		all: () => results,
	};
}
