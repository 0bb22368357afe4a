import { table } from '../../bench/tables';
import { faultyItem, type Cell } from './matrix';

const heading = `# The fault matrix

What the node does when the service or the network fails. Operations differ only in whether they write
(campaigns, events) or only read (the others); where one differs beyond that, the last table says so. Every
row was seen in two runs by n8n's own engine against a server at a real socket (\`test/faults/\`): one that stops at the error, and
one with On Error set to "Continue". The run has two input items; the first is answered well, and the
second meets the fault. Where there is no service at all, the run has one item. Requests go one by one,
and Max Retry Wait is a tenth of a second where the fault does not need more, so that no other outage
than the one of that name is waited out.

This file is written by \`npm run docs:fault-matrix\`. The test fails where it is stale.

## How to read it

- _Requests_: how many the service saw for the item that met the fault; asking whether it is back is
  none of them.
- _Error_ and _item_: the class of the error that stops the node, and the item that it names; none where
  every request would fail in the same way.
- _Message_ and _details_: the error's texts. With "Continue" the output has
  \`{ error, message, details }\` in place of the item's result, with the same texts. An error that
  stops a campaign or an event also says what became of the other items.
- _What it leaves_: the output of each item, its result or the \`state\` of the error in its place:
  \`failed\` was surely not accepted, \`uncertain\` may have been processed and is not sent again,
  \`not sent\` never left.
- _Declares_: why it failed, as newer n8n reads it (\`failure\`).
- \`{host}\` is the service's host, \`{elsewhere}\` another origin, and "N times in T s" and "N s" vary by
  chance.
- A part of the API key was in none of it: not in the errors with their causes and contexts, not in
  the outputs and not in n8n's log at its most talkative. No redirect was followed.
`;

/** The matrix as Markdown: what writes, what only reads, and where an operation differs. */
export function toMarkdown(cells: Cell[]): string {
	const rowsOf = (name: string) =>
		cells.filter(({ operation }) => operation.name === name).map(detail);
	const exceptions = cells
		.filter(({ fault, operation }) => fault.except?.[operation.name])
		.map((cell) => [escaped(cell.operation.name), ...detail(cell)]);
	return [
		heading,
		'<!-- prettier-ignore-start -->',
		`## What writes\n\nSeen with event: send.\n\n${table(columns, rowsOf('event: send'))}\n`,
		`## What only reads\n\nSeen with email: verify.\n\n${table(columns, rowsOf('email: verify'))}\n`,
		`## Exceptions\n\n${table(['Operation', ...columns], exceptions)}\n<!-- prettier-ignore-end -->\n`,
	].join('\n');
}

const columns = [
	'Fault',
	'Requests',
	'Error',
	'Item',
	'`httpCode`',
	'Message',
	'Details',
	'Declares',
	'What it leaves with "Continue"',
];

function detail({ fault, requests, error, output }: Cell): string[] {
	const { message: details } = output[faultyItem(fault)]!.json;
	return [
		fault.name,
		fault.reading.requests === 'several' ? 'several' : String(requests[0]),
		error.name,
		String(error.item ?? 'none'),
		String(error.httpCode),
		error.message,
		String(details),
		cause(error.failure),
		left(output),
	].map(escaped);
}

/** What the items are left in where the node goes on: `item 0: its result, items 1 to 3: uncertain`. */
function left(output: Cell['output']): string {
	const states = output.map(({ json }) => {
		const { details } = json as { details?: { state: string } };
		return details?.state ?? 'its result';
	});
	const groups: Array<{ first: number; last: number; state: string }> = [];
	for (const [item, state] of states.entries()) {
		const group = groups.at(-1);
		if (group?.state === state) group.last = item;
		else groups.push({ first: item, last: item, state });
	}
	return groups
		.map(({ first, last, state }) =>
			first === last ? `item ${first}: ${state}` : `items ${first} to ${last}: ${state}`,
		)
		.join(', ');
}

function cause(failure: Cell['error']['failure']): string {
	if (failure === undefined) return 'nothing';
	const { cause, retryAfterMs } = failure;
	return retryAfterMs === undefined ? cause : `${cause}, retry after ${retryAfterMs} ms`;
}

/** Text that Markdown shows as it is: an HTML page in a message is no page here either. */
function escaped(text: string): string {
	return text
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/([|\\[\]*_])/g, '\\$1');
}
