import { sleep } from 'n8n-workflow';

/** Milliseconds of the node's own work after which n8n gets a turn; Runs 6 of the contract says 50. */
const longestWork = 20;

/** Lets n8n answer others while the node works on many items. */
export class Breather {
	private since = performance.now();

	/** To be called between items: gives n8n's event loop a turn where it is due. */
	async breathe(): Promise<void> {
		if (performance.now() - this.since < longestWork) return;
		await sleep(0);
		this.since = performance.now();
	}
}
