/** Says what is being done and how far it is: one line per step, with the time since the start. */
export class Progress {
	private readonly startedAt = Date.now();

	private step = 0;

	/** @param steps how many steps there will be */
	constructor(private readonly steps: number) {}

	/** The next step begins. */
	next(title: string): void {
		this.step += 1;
		this.line(`[${this.step}/${this.steps}] ${title}`);
	}

	/** Something about the current step. */
	detail(text: string): void {
		this.line(`      ${text}`);
	}

	private line(text: string): void {
		const seconds = Math.round((Date.now() - this.startedAt) / 1000);
		const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
		console.log(`${clock.padStart(5)}  ${text}`);
	}
}
