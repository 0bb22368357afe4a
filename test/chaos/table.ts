import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../playground/folders';
import type { StatusCounts } from '../cluster/executions';
import type { Outcome } from './Chaos';
import { faults, type Fault } from './faults';
import type { Tally } from './tally';

const documentPath = join(root, 'docs', 'scaling.md');

/** A table of `docs/scaling.md`, between lines that name and end it. */
interface Table {
	begin: string;
	columns: string[];
}

const events: Table = {
	begin: '<!-- npm run test:chaos, events -->\n<!-- prettier-ignore-start -->',
	columns: [
		'what happens in the middle of 2,000 events',
		'delivered',
		'missing',
		'twice',
		'in doubt',
		'n8n shows',
		'what a person does',
		'missing then',
		'twice then',
		'in doubt then',
	],
};

const outbox: Table = {
	begin: '<!-- npm run test:chaos, outbox -->\n<!-- prettier-ignore-start -->',
	columns: ['what happens in the middle of a batch', 'delivered', 'missing', 'twice', 'in doubt'],
};

const end = '<!-- prettier-ignore-end -->';

/** Notes what became of the events. */
export function noteEvents(fault: Fault, { before, statuses, after }: Outcome): void {
	const person = fault.mainIsRestarted ? 'restarts main, Retry' : 'Retry';
	writeRow(events, fault, [
		...figures(before),
		statusText(statuses),
		after ? `${person}: ${retryText(after)}` : 'nothing',
		...(after ? figures(after).slice(1) : ['', '', '']),
	]);
}

/** Notes what became of the outbox's rows. */
export function noteOutbox(fault: Fault, tally: Tally): void {
	writeRow(outbox, fault, figures(tally));
}

/** Puts a fault's row into a table; the rows of other faults stay. */
function writeRow({ begin, columns }: Table, { name }: Fault, cells: string[]): void {
	const [before, rest] = split(readFileSync(documentPath, 'utf8'), begin);
	const [table = '', ...after] = rest.split(end);
	const rows = new Map(
		table.split('\n').map((line) => [line.split('|')[1]?.trim() ?? '', line] as const),
	);
	rows.set(name, line([name, ...cells]));
	const text = [
		line(columns),
		line(columns.map(() => '---')),
		...faults.flatMap((fault) => rows.get(fault.name) ?? []),
	].join('\n');
	writeFileSync(documentPath, `${before}${begin}\n\n${text}\n\n${end}${after.join(end)}`);
}

const line = (cells: string[]) => `| ${cells.join(' | ')} |`;

function figures({ delivered, missing, twice, inDoubt }: Tally): string[] {
	return [delivered, missing, twice, inDoubt].map((count) => count.toLocaleString('en'));
}

function statusText(statuses: StatusCounts): string {
	return Object.entries(statuses)
		.map(([status, count]) => `${count} "${status}"`)
		.join(', ');
}

function retryText({ statuses, refused }: NonNullable<Outcome['after']>): string {
	const results = [statusText(statuses), refused > 0 ? `${refused} refused by n8n` : ''];
	return results.filter((text) => text !== '').join(', ');
}

function split(text: string, separator: string): [string, string] {
	const parts = text.split(separator);
	if (parts.length !== 2) throw new Error(`docs/scaling.md does not have one ${separator}`);
	return parts as [string, string];
}
