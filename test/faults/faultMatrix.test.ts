import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Failure } from '../../nodes/Messenger/run/outcome';
import { declared, keepsFailure } from '../support/declaredFailure';
import { toMarkdown } from './document';
import { apiKey, faults, type Fault } from './faults';
import { faultyItem, meet } from './matrix';
import { measuredInParallel } from '../support/measuredInParallel';
import { cases, people } from '../node/cases';
import { keepLog } from './n8nLog';
import { partsOfKey } from './run';
import type { RunSummary } from '../support/runSummary';

const readLog = keepLog();

const documentPath = join(__dirname, '../../docs/fault-matrix.md');

/** Most of a cell's time is pauses and timeouts, so that many may run together. */
const cellsAtOnce = 48;

/** Those that wait for timeouts begin first. */
const slowestFirst = [...faults].sort(
	(a, b) =>
		Number('timeout' in (b.requestOptions ?? {})) - Number('timeout' in (a.requestOptions ?? {})),
);

/** One that writes and one that reads meet all faults; the others those whose texts are their own. */
const models = new Set(['event: send', 'email: verify']);
const operationsThatMeet = ({ differs }: Fault) =>
	cases.filter(({ name }) => differs || models.has(name));

/** The item numbers by how the items ended. */
const numbersOf = (states: string[]): RunSummary => {
	const numbers = (wanted: string) => [...states.keys()].filter((item) => states[item] === wanted);
	return {
		accepted: numbers('accepted'),
		uncertain: numbers('uncertain'),
		failed: numbers('failed'),
		notSent: numbers('not sent'),
	};
};

const resend =
	"Retry leaves out what may have been processed. If it wasn't, turn on 'Resend Uncertain' in the request options, save, and press Retry with the currently saved workflow.";

/** What an error says of a run in which the first item was accepted. */
function wordsFor(states: string[], ownItem?: number): string {
	const { uncertain, failed, notSent } = numbersOf(states);
	const part = (items: number[], what: string) =>
		items.length === 0
			? ''
			: items.length === 1
				? `<br>1 item ${what} (${items[0]}).`
				: `<br>${items.length} items ${what} (${items[0]} to ${items.at(-1)}).`;
	/** The title says how the error's own item ended. */
	const others = (items: number[]) => (items.length === 1 && items[0] === ownItem ? [] : items);
	return (
		`1 of ${states.length} items was accepted (0).` +
		part(others(uncertain), 'may have been processed') +
		part(others(failed), 'failed') +
		part(notSent, notSent.length === 1 ? 'was not sent' : 'were not sent') +
		'<br>To send only the rest, open Executions and press Retry. Execute step sends all again.' +
		(uncertain.length > 0 ? `<br>${resend}` : '')
	);
}

const tasks = slowestFirst.flatMap((fault) =>
	operationsThatMeet(fault).map((operation) => ({ fault, operation })),
);
const cells = measuredInParallel(
	tasks,
	cellsAtOnce,
	async ({ fault, operation }) => await meet(fault, operation),
);

describe.each(faults)('$name', (fault) => {
	it.each(operationsThatMeet(fault))('$name', async (operation) => {
		const cell = await cells.at(
			tasks.findIndex((task) => task.fault === fault && task.operation === operation),
		);
		const kind = operation.readOnly ? fault.reading : fault.writing;
		const { requests, details, isAway } = fault.except?.[operation.name] ?? kind;
		const { cause } = fault.except?.[operation.name] ?? fault;
		const filledIn = (text: string) =>
			text
				.replace('{inputs}', operation.inputsToCheck)
				.replace('{path}', operation.path)
				.replace('{limit}', `${operation.largestAnswer} MB`);
		const item = faultyItem(fault);
		const ownItem = fault.affectsEveryRequest ? undefined : item;
		const left = !operation.readOnly && fault.writing.uncertain ? 'uncertain' : 'failed';
		const stateOf = (goesOn: boolean): Array<Failure['state'] | 'accepted'> => [
			...(item === 1 ? ['accepted' as const] : []),
			kind.requests === 0 ? 'not sent' : left,
			...Array.from({ length: fault.behind?.count ?? 0 }, (_, place) =>
				fault.behind!.state(operation, place + 1, goesOn),
			),
		];

		const title = (state: string, person: number) =>
			(state === 'uncertain' ? 'May have been sent: ' : '') +
			(state === 'uncertain' || cause === undefined
				? operation.titleOf(filledIn(fault.message), people[person])
				: filledIn(fault.message));
		const ownTitle = title(stateOf(true)[item]!, item);

		expect(cell.error).toEqual({
			name: 'NodeApiError',
			message: ownTitle,
			description: [
				filledIn(details),
				...(isAway ? ['This run waited N s because the service was unavailable.'] : []),
				...(item === 0 && kind.requests === 0 ? ['Nothing was sent.'] : []),
				...(item === 1 && !operation.readOnly ? [wordsFor(stateOf(false), ownItem)] : []),
			].join('<br>'),
			httpCode: fault.httpCode,
			item: ownItem,
			failure: declared(cause && expect.objectContaining({ cause })),
		});
		expect(cell.left).toEqual(numbersOf(stateOf(false)));
		const behind = filledIn(fault.behind?.notSent ?? '');
		expect(cell.output).toEqual(
			stateOf(true).map((state, index) => ({
				json:
					state === 'accepted'
						? operation.output
						: {
								error: state === 'not sent' && index > item ? behind : title(state, index),
								message: expect.any(String),
								details: declared(expect.objectContaining({ state })),
							},
				pairedItem: { item: index },
			})),
		);
		expect(cell.output[item]?.json).toEqual({
			error: ownTitle,
			message: filledIn(details),
			details: declared({
				state: stateOf(true)[item],
				httpCode: fault.httpCode,
				...(cell.error.failure?.retryAfterMs !== undefined && {
					retryAfterMs: cell.error.failure.retryAfterMs,
				}),
			}),
		});
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
(keepsFailure ? it : it.skip)('the document has a row for every fault, and is up to date', () => {
	const inOrder = [...cells.all()].sort(
		(a, b) => faults.indexOf(a.fault) - faults.indexOf(b.fault),
	);
	const markdown = toMarkdown(inOrder);
	expect(markdown).not.toMatch(/\|[ \t]*\|/);
	if (process.env.UPDATE_FAULT_MATRIX === '1') writeFileSync(documentPath, markdown);
	const written = readFileSync(documentPath, 'utf8');
	expect(written === markdown ? 'up to date' : 'stale: run npm run docs:fault-matrix').toBe(
		'up to date',
	);
});
