import { run, type Job } from './run';

/** Runs what it is told, one job after the other, and ends with the process that started it. */
process.on('message', (job: Job) => {
	void run(job).then(
		(measurement) => process.send?.({ measurement }),
		(error: unknown) => process.send?.({ failure: String(error) }),
	);
});
process.once('disconnect', () => process.exit());
process.send?.({ ready: true });
