import type { INode } from 'n8n-workflow';

import { nodeErrorOf } from '../../../nodes/runtime/run/nodeError';
import {
	isFailure,
	itemsByState,
	type Failure,
	type Outcome,
} from '../../../nodes/runtime/run/outcome';
import { hintsOf, withRunSummary, type EndedRun } from '../../../nodes/runtime/run/report';

/** A request that was tried, one that was not, or bad input. */
type Kind = 'tried' | 'kept back' | 'input';

const failure = (kind: Kind, state: Failure['state'], httpCode?: string): Failure => ({
	...(kind === 'input' && { isInput: true }),
	...(kind === 'tried' && { ofRequest: '' }),
	state,
	message: 'No',
	description: 'Wait.',
	httpCode,
});

/** Outcomes of items, each by a letter. */
const endings: Record<string, Outcome> = {
	a: { state: 'accepted', items: [] },
	A: { state: 'accepted', items: [], isTest: true },
	d: { state: 'duplicate', items: [] },
	f: failure('tried', 'failed'),
	n: failure('input', 'not sent'),
	k: failure('kept back', 'not sent'),
	u: failure('tried', 'uncertain'),
	U: { ...failure('tried', 'uncertain'), isTest: true },
	'-': { state: 'nothing to send', items: [] },
};

/** The item that the error is `own` of, and its kind. */
type Given = Partial<Record<'type' | 'mode', string> & Record<'own' | 'outageMs', number>> &
	Partial<{ kind: Kind } & Record<'readOnly' | 'isCancelled', boolean>>;

const node = { name: 'Messenger', type: 'messenger', typeVersion: 1 } as INode;

async function runThatEnded(items: Outcome[], parts: object = {}) {
	const outcomes = new Map(items.entries());
	const isInput = (outcome: Outcome) => isFailure(outcome) && outcome.isInput === true;
	const refused = items.filter(isInput);
	return {
		outcomes,
		items: await itemsByState(outcomes),
		refused,
		...parts,
	} as unknown as EndedRun;
}

/** The error that stops a run whose items end so. */
async function stopped(items: string, given: Given = {}) {
	const { kind = 'input', own: itemIndex, readOnly = false, outageMs = 0 } = given;
	const { type = 'messenger', mode = 'trigger', isCancelled = false } = given;
	const context = { getNode: () => ({ ...node, type }), getMode: () => mode };
	const run = await runThatEnded(
		[...items].map((ending) => endings[ending]!),
		{
			context,
			operation: { endpoint: { readOnly } },
			sender: {
				history: { throttled: 0, outageMs },
				stopReason: isCancelled && { kind: 'cancelled' },
			},
		},
	);
	const named = { ...failure(kind, 'failed'), itemIndex };
	return withRunSummary(nodeErrorOf(node, named), run, named);
}

it('an error that stops the node says what became of the other items, and which button to press (E3)', async () => {
	const tool = { type: 'messengerTool' };
	const rows: Array<[items: string, given?: Given]> = [
		['aaauf-fnn'],
		['affdd----'],
		['a-'],
		['aa-', { mode: 'integrated' }],
		['aa-', tool],
		// Test sends are not remembered.
		['AU-'],
		['AUu'],
		['un-'],
		['ff-'],
		['ff-', { own: 0, kind: 'tried' }],
		['u', { own: 0 }],
		['u'],
		['f', { kind: 'tried' }],
		['u-', { own: 0, kind: 'tried' }],
		['af-', { readOnly: true }],
		['nn-'],
		['n'],
		['nnn', { own: 1 }],
		['nkk', { own: 0 }],
		['nnk', { own: 0 }],
		['nnk', { own: 0, ...tool }],
		['n', { own: 0 }],
		['nn', { own: 1, kind: 'tried' }],
		['ff-', { kind: 'tried', outageMs: 12_340 }],
		['f', { kind: 'tried', own: 0, outageMs: 1000 }],
		['f', { kind: 'tried', own: 0, outageMs: 999 }],
		['nn', { kind: 'kept back', outageMs: 2000 }],
		['ffff---f-'],
		['f-f-ff'],
		['f-'.repeat(10)],
		['f-'.repeat(11)],
		['auk', { isCancelled: true }],
		['kk', { isCancelled: true }],
	];
	const said = rows.map(async ([items, given]) => {
		const name = `${items} ${given ? JSON.stringify(given) : ''}`.trim();
		const { description } = await stopped(items, given);
		return [name, ...description!.split('<br>')].join('\n  ');
	});
	expect((await Promise.all(said)).join('\n')).toMatchSnapshot();
});

it("an error's context has the item numbers by how they ended", async () => {
	const run = { accepted: [0, 8], uncertain: [1], failed: [2, 4], notSent: [3] };
	expect((await stopped('aufnfd-da')).context.run).toEqual(run);
});

it('after a run the editor says what is uncertain, throttled or unavailable (M5)', async () => {
	const uncertain = endings.u!;
	const refused = endings.f!;
	const throttledOut = failure('tried', 'failed', '429');
	type Row = [throttled: number, outageMs: number, failures: Outcome[], summary?: string];
	const rows: Row[] = [
		[0, 999, [refused, endings.k!]],
		[1, 0, []],
		[2, 1000, []],
		[2, 20_345, [throttledOut]],
		[1, 0, [{ ...throttledOut, state: 'uncertain', isOfEarlierTry: true }]],
		[0, 0, [uncertain]],
		[1, 2000, [uncertain, uncertain, refused]],
		[1, 0, [uncertain], 'Sent to all.'],
		[0, 0, [uncertain], ''],
	];
	const said = rows.map(async ([throttled, outageMs, failures, summary]) => {
		const name = `throttled ${throttled}, unavailable for ${outageMs} ms, ${failures.length} failures`;
		const run = await runThatEnded(failures, {
			sender: { history: { throttled, outageMs } },
			plan: { summary: () => summary },
		});
		return [name, ...(await hintsOf(run))].join('\n  ');
	});
	expect((await Promise.all(said)).join('\n')).toMatchSnapshot();
	expect(await hintsOf(await runThatEnded([], { plan: {} }))).toEqual([]);
});
