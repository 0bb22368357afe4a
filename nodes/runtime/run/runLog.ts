import { systemClock } from '../http/clock';
import { counted } from '../response/phrases';
import type { EndedRun } from './report';
import type { RequestSender } from './RequestSender';

/** Milliseconds between two lines about a run that goes on. */
const progressInterval = 60_000;

/** Writes one line a minute into n8n's log until the run sends nothing more (docs/node-contract.md, R11). */
export async function logProgress(
	sender: RequestSender,
	progress: () => { done: number; total: number },
): Promise<void> {
	const { abortSignal, execution } = sender;
	for (;;) {
		await systemClock.sleep(progressInterval, abortSignal).catch(() => {});
		if (abortSignal.aborted) return;
		const { done, total } = progress();
		sender.log(`${execution} goes on, ${done} of ${counted(total, 'item')} done`);
	}
}

/** Writes the lines about a run that has ended into n8n's log (docs/node-contract.md, R11). */
export function logEnd({ sender, items }: Pick<EndedRun, 'sender' | 'items'>): void {
	if (sender === undefined) return;
	const { execution } = sender;
	const { accepted, uncertain, failed, 'not sent': notSent } = items;
	if (sender.stopReason?.kind === 'cancelled') {
		const counts: Array<[number, string]> = [
			[accepted.length, 'accepted'],
			[uncertain.length, 'may have been processed'],
			[failed.length, 'failed'],
			[notSent.length, 'not sent'],
		];
		const said = counts.filter(([count]) => count > 0).map((parts) => parts.join(' '));
		const all = counted(Object.values(items).flat().length, 'item');
		sender.log(`${execution} was cancelled. Of ${all}: ${said.join(', ')}`);
	} else if (uncertain.length > 0) {
		sender.log(`${counted(uncertain.length, 'item')} of ${execution} may have been processed`);
	}
}
