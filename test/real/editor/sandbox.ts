import type { JournalEntry, OutageKind, OutageOrder } from '../../../sandbox';
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

/** The service is away from now on. An outage that refuses connections ends by itself only. */
export async function beginOutage(kind: OutageKind, seconds: number): Promise<void> {
	await orderOutage({ kind, seconds });
}

export async function endOutage(): Promise<void> {
	await orderOutage({ seconds: 0 });
}

async function orderOutage(order: OutageOrder): Promise<void> {
	const response = await fetch(`${readSettings().sandboxUrl}/_sandbox/outage`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(order),
	});
	if (!response.ok) throw new Error(`The sandbox answered ${await response.text()}`);
}
