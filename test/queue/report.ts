import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../playground/folders';
import type { EventData, ExecutionStatus } from './workload';

/** What a crash cost, one row for each execution that n8n does not call a success. */
export function lostExecutions(
	statuses: Map<string, ExecutionStatus>,
	arrived: EventData[],
	itemsPerCall: number,
): string {
	const rows = [...statuses]
		.filter(([, status]) => status !== 'success')
		.map(([id, status]) => {
			const sent = arrived.filter(({ execution }) => execution === id);
			const missing = missingItems(sent, itemsPerCall);
			const call = sent[0]?.call ?? 'unknown: nothing arrived';
			return `| ${id} | ${status} | ${call} | ${sent.length} | ${missing || 'none'} |`;
		});
	return [
		'| execution | n8n calls it | webhook call | events that arrived | missing items |',
		'|---|---|---|---|---|',
		...rows,
	].join('\n');
}

/** Prints the report, and writes it to `reports/queue-mode.md`. */
export function writeReport(paragraphs: string[]): void {
	const text = `${['# n8n in queue mode with this node', ...paragraphs].join('\n\n')}\n`;
	const folder = join(root, 'reports');
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'queue-mode.md'), text);
	process.stdout.write(`\n${text}\n`);
}

/** The items of a call of which no event arrived, as ranges: `3, 7-12`. */
function missingItems(sent: EventData[], itemsPerCall: number): string {
	const there = new Set(sent.map(({ item }) => item));
	const ranges: Array<{ first: number; last: number }> = [];
	for (let item = 0; item < itemsPerCall; item += 1) {
		if (there.has(item)) continue;
		const range = ranges.at(-1);
		if (range?.last === item - 1) range.last = item;
		else ranges.push({ first: item, last: item });
	}
	return ranges
		.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`))
		.join(', ');
}
