import { sleep } from 'n8n-workflow';

/** Milliseconds of the node's own work after which n8n gets a turn; 50 are promised. */
const longestWork = 20;

let since = performance.now();
let turn: Promise<void> | undefined;

/**
 * Lets n8n answer others while the node works on many items; call it between items. Callers that wait at the same
 * time go on one by one, each in a separate task, so that together they keep to the limit, too.
 */
export async function yieldToEventLoop(): Promise<void> {
	while (performance.now() - since >= longestWork) {
		turn ??= sleep(0).then(() => {
			since = performance.now();
			turn = undefined;
		});
		// A separate sleep: of those that wait for one promise, all go on before the next turn.
		await sleep(0);
	}
}
