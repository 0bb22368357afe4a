import { type BackgroundProgram } from '../../../playground/processes';

/** A program of the cluster, which can end and begin again in the same folder and at the same port. */
export class Unit {
	private program: BackgroundProgram | undefined;

	/** @param begin starts the program, and settles when it answers */
	constructor(private readonly begin: () => Promise<BackgroundProgram>) {}

	get isRunning(): boolean {
		return this.program !== undefined;
	}

	/** @throws Error where it does not come up */
	async start(): Promise<void> {
		const program = await this.begin();
		this.program = program;
		void program.ended.finally(() => {
			if (this.program === program) this.program = undefined;
		});
	}

	/** Ends it at once, as a crash would. */
	async kill(): Promise<void> {
		await this.program?.kill();
		this.program = undefined;
	}

	/** Asks it to end by SIGTERM, and waits for as long as it takes, as an orchestrator would. */
	async terminate(): Promise<void> {
		const { program } = this;
		if (program === undefined) return;
		process.kill(program.pid, 'SIGTERM');
		await program.ended;
		// What it leaves behind, for example n8n's task runner, ends with it.
		await program.kill();
		this.program = undefined;
	}
}
