import { readFileSync, writeFileSync } from 'node:fs';
import { declared, keepsFailure } from '../support/declaredFailure';
import { join } from 'node:path';

import { toMarkdown } from './document';
import { apiKey, faults } from './faults';
import { faultyItem, meet, type Cell } from './matrix';
import { operations } from './operations';
import { inParallel, partsOfKey, readLog } from './run';

const documentPath = join(__dirname, '../../docs/fault-matrix.md');

/** Most of a cell's time is pauses and timeouts, so that many may run together. */
const cellsAtOnce = 48;

/** Those that wait for timeouts begin first. */
const slowestFirst = [...faults].sort(
	(a, b) =>
		Number('timeout' in (b.requestOptions ?? {})) - Number('timeout' in (a.requestOptions ?? {})),
);

let cells: Cell[];

beforeAll(async () => {
	const met = await inParallel(
		slowestFirst.flatMap((fault) => operations.map((operation) => ({ fault, operation }))),
		cellsAtOnce,
		async ({ fault, operation }) => await meet(fault, operation),
	);
	cells = met.sort((a, b) => faults.indexOf(a.fault) - faults.indexOf(b.fault));
}, 120_000);

describe.each(faults)('$name', (fault) => {
	it.each(operations)('$name', (operation) => {
		const cell = cells.find((one) => one.fault === fault && one.operation === operation)!;
		const kind = operation.readOnly ? fault.reading : fault.writing;
		const { requests, details } = fault.except?.[operation.name] ?? kind;
		const filledIn = (text: string) =>
			text.replace('{inputs}', operation.inputsToCheck).replace('{path}', operation.path);
		const item = faultyItem(fault);
		const become =
			!operation.readOnly && fault.writing.uncertain
				? 'sent, and may have been processed'
				: 'refused or not delivered';
		const others = item === 1 ? '1 item accepted by the service, do not send them again (0); ' : '';

		expect(cell.error).toEqual({
			name: 'NodeApiError',
			message: filledIn(fault.message),
			description: operation.readOnly
				? filledIn(details)
				: `${filledIn(details)} Of this run: ${others}1 item ${become} (${item}).`,
			httpCode: fault.httpCode,
			item,
			failure: declared(fault.cause && expect.objectContaining({ cause: fault.cause })),
		});
		expect(cell.output).toEqual([
			...(item === 1 ? [{ json: operation.output, pairedItem: { item: 0 } }] : []),
			{
				json: { error: filledIn(fault.message), message: filledIn(details) },
				pairedItem: { item },
			},
		]);
		for (const seen of cell.requests) {
			if (requests === 'several') expect(seen).toBeGreaterThan(1);
			else expect(seen).toBe(requests);
		}
		expect(cell.elsewhere).toBe(0);
		expect(cell.leaked).toEqual([]);
	});
});

it('n8n has logged the runs, and no part of the key', () => {
	const log = readLog();
	expect(log).toContain('Running node \\"Messenger\\" finished with error');
	expect(partsOfKey(apiKey, log)).toEqual([]);
});

// It has a column for what n8n 1.x does not keep.
(keepsFailure ? it : it.skip)(
	'the document has a cell for every fault of every operation, and is up to date',
	() => {
		const markdown = toMarkdown(cells);
		expect(markdown).not.toMatch(/\|[ \t]*\|/);
		if (process.env.UPDATE_FAULT_MATRIX === '1') writeFileSync(documentPath, markdown);
		const written = readFileSync(documentPath, 'utf8');
		expect(written === markdown ? 'up to date' : 'stale: run npm run docs:fault-matrix').toBe(
			'up to date',
		);
	},
);
