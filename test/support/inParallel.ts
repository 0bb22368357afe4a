/** Runs all tasks, so many at a time, and gives their results in order. */
export async function inParallel<Task, Result>(
	tasks: Task[],
	atOnce: number,
	run: (task: Task) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	const waiting = tasks.entries();
	await Promise.all(
		Array.from({ length: atOnce }, async () => {
			for (const [index, task] of waiting) results[index] = await run(task);
		}),
	);
	return results;
}
