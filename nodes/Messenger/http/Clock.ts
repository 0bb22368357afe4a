/** Time and chance come from outside, so that tests and the simulation run without waiting. */
export interface Clock {
	/** Milliseconds since some moment in the past; never goes back. */
	now(): number;
	/** Waits so many milliseconds; rejects when the signal is aborted before. */
	sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
	/** A number from 0 (included) to 1 (excluded). */
	random(): number;
}
