import type { JournalEntry } from '../../sandbox';
import { readSettings } from './settings';

/** Empties the sandbox's journal. */
export async function resetSandbox(): Promise<void> {
	await fetch(`${readSettings().sandboxUrl}/_sandbox/reset`, { method: 'POST' });
}

/** What the sandbox has received since it was last emptied. */
export async function receivedRequests(): Promise<JournalEntry[]> {
	const response = await fetch(`${readSettings().sandboxUrl}/_sandbox/requests`);
	return (await response.json()) as JournalEntry[];
}
