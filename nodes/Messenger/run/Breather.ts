import { sleep } from 'n8n-workflow';

/** Milliseconds of the node's own work after which n8n gets a turn; Runs 6 of the contract says 50. */
const longestWork = 20;

/** Lets n8n answer others while the node works on many items. */
export class Breather {
	private since = performance.now();

	private turn: Promise<void> | undefined;

	/**
	 * To be called between items: gives n8n's event loop a turn where it is due. Of many that wait for
	 * it, each goes on by itself, until the next turn is due.
	 */
	async breathe(): Promise<void> {
		while (performance.now() - this.since >= longestWork) {
			this.turn ??= sleep(0).then(() => {
				this.since = performance.now();
				this.turn = undefined;
			});
			// A sleep of its own: of those that wait for one promise, all go on before the next turn.
			await sleep(0);
		}
	}
}
