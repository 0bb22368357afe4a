import { table } from '../../../bench/tables';
import type { StatusCounts } from '../cluster/executions';
import type { Outcome } from './Chaos';
import type { Fault } from './faults';
import type { Tally } from './tally';

/** What became of the events, before Retry and after it. */
export function eventsTable(outcomes: Map<Fault, Outcome>): string {
	const columns = [
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
	];
	const rows = [...outcomes].map(([{ name, mainIsRestarted }, { before, statuses, after }]) => [
		name,
		...figures(before),
		statusText(statuses),
		after
			? `${mainIsRestarted ? 'restarts main, Retry' : 'Retry'}: ${retryText(after)}`
			: 'nothing',
		...(after ? figures(after).slice(1) : ['', '', '']),
	]);
	return table(columns, rows);
}

/** What became of the outbox's rows. */
export function outboxTable(tallies: Map<Fault, Tally>): string {
	const columns = [
		'what happens in the middle of a batch',
		'delivered',
		'missing',
		'twice',
		'in doubt',
	];
	return table(
		columns,
		[...tallies].map(([{ name }, tally]) => [name, ...figures(tally)]),
	);
}

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
