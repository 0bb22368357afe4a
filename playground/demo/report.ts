import type { NodeApiError, OnError } from 'n8n-workflow';
import type { JournalEntry } from '../../sandbox';
import type { Differences } from './journalComparison';

/** A row that the workflow set aside, with the reason. */
export interface RowToCorrect {
	email: string;
	name: string;
	reason: string;
}

/** A list or a variable of the workspace. */
export interface Named {
	name: string;
}

/** A line that shows what was listed. */
export function describeNames(title: string, things: Named[]): string {
	return `  ${title.padEnd(15)} ${things.map(({ name }) => name).join(', ')}`;
}

/**
 * A line for a step that has ended.
 *
 * @param itemCounts the number of items of each output of the node
 */
export function describeStep(name: string, itemCounts: number[], onError?: OnError): string {
	const [items = 0, ...otherOutputs] = itemCounts;
	// A campaign's second output has previews; the error output is the last.
	const others = otherOutputs.at(-1) ?? 0;
	const meaning = onError === 'continueErrorOutput' ? 'to correct' : 'left out';
	const remark = others > 0 ? `  (${others} ${meaning})` : '';
	return `  ✓ ${name.padEnd(34)}${String(items).padStart(6)}${remark}`;
}

/** Lines for the rows that were set aside. */
export function describeRowsToCorrect(rows: RowToCorrect[]): string[] {
	if (rows.length === 0) return [];
	// The row is named: the item's number would name it twice.
	const lines = rows.map(
		({ email, name, reason }) => `  ${email || name}: ${reason.replace(/ \[item \d+\]$/, '')}`,
	);
	return ['', 'Rows to correct, which the workflow sets aside', ...shortened(lines, 10)];
}

/** Lines for what the sandbox received: each endpoint with its statuses. */
export function describeRequests(journal: JournalEntry[]): string[] {
	const endpoints = new Map<string, Map<number | null, number>>();
	for (const { method, path, status } of journal) {
		const endpoint = `${method.padEnd(4)} ${path}`;
		const statuses = endpoints.get(endpoint) ?? new Map<number | null, number>();
		endpoints.set(endpoint, statuses.set(status, (statuses.get(status) ?? 0) + 1));
	}
	const lines = [...endpoints].map(([endpoint, statuses]) => {
		const counts = [...statuses].map(([status, count]) => `${count} × ${status ?? 'no answer'}`);
		return `  ${endpoint.padEnd(28)}${counts.join(', ')}`;
	});
	return ['', 'Requests that the sandbox received, by their status', ...lines];
}

/** Lines for what the sandbox should have received and did not, and the other way round. */
export function describeDifferences({ missing, unexpected }: Differences): string[] {
	if (missing.length + unexpected.length === 0) return [];
	return [
		'',
		'This is not what the workflow should have sent.',
		...section('missing', missing),
		...section('not expected', unexpected),
	];
}

/** Lines for the error that stopped the workflow. */
export function describeError(error: NodeApiError | undefined): string[] {
	if (!error) return [];
	const node = error.node ? ` in ${error.node.name}` : '';
	// n8n's editor shows descriptions as HTML.
	const details = (error.description ?? '').split('<br>').map((line) => `  ${line}`);
	return ['', `The workflow stopped${node}: ${error.message}`, ...details];
}

function section(title: string, requests: string[]): string[] {
	if (requests.length === 0) return [];
	const lines = shortened(requests, 5).map((request) => `    ${request}`);
	return [`  ${requests.length} ${title}:`, ...lines];
}

function shortened(lines: string[], most: number): string[] {
	if (lines.length <= most) return lines;
	return [...lines.slice(0, most), `  … and ${lines.length - most} more`];
}
