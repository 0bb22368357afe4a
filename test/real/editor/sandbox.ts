import { expect } from '@playwright/test';
import type { JournalEntry, OutageOrder } from '../../../tools/sandbox';
import { readSettings } from './settings';

/** A request of the sandbox's journal, without what differs from run to run. */
export type ExpectedRequest = Pick<JournalEntry, 'method' | 'path' | 'query' | 'body' | 'status'>;

/** Empties the sandbox's journal, and ends an outage. */
export async function resetSandbox() {
	await ask('reset', 'POST');
}

/** The requests that the sandbox has received since it was last emptied. */
export async function receivedRequests(): Promise<JournalEntry[]> {
	return (await (await ask('requests')).json()) as JournalEntry[];
}

/** Expects that it has received these since then, in any order, and no others. */
export async function expectReceived(expected: ExpectedRequest[]) {
	const received = (await receivedRequests()).map(({ method, path, query, body, status }) => ({
		...{ method, path, query, body, status },
	}));
	expect(received).toHaveLength(expected.length);
	expect(received).toEqual(expect.arrayContaining(expected));
}

/** Begins or ends an outage. One that refuses connections ends by itself only. */
export async function orderOutage(order: OutageOrder) {
	await ask('outage', 'POST', order);
}

async function ask(path: string, method = 'GET', order?: OutageOrder) {
	const headers = { 'content-type': 'application/json' };
	const body = order && JSON.stringify(order);
	const url = `${readSettings().sandboxUrl}/_sandbox/${path}`;
	return await fetch(url, { method, ...(body && { headers, body }) });
}
