import type { INode } from 'n8n-workflow';

import type { Failure } from '../../../nodes/runtime/response/Failure';
import { nodeErrorOf } from '../../../nodes/runtime/run/nodeError';
import { isFailure, itemsByState, type Outcome } from '../../../nodes/runtime/run/outcome';
import {
	hintsOf,
	withKeptBack,
	withRunSummary,
	type EndedRun,
} from '../../../nodes/runtime/run/report';

const failure = (kind: Failure['kind'], state: Failure['state'], httpCode?: string): Failure => ({
	kind,
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
	f: failure('answered', 'failed'),
	n: failure('input', 'not sent'),
	k: failure('not sent', 'not sent'),
	u: failure('network', 'uncertain'),
	U: { ...failure('network', 'uncertain'), isTest: true },
	'-': { state: 'nothing to send', items: [] },
};

/** The item that the error is `own` of, and its kind. */
type Given = Partial<Record<'type' | 'mode', string> & Record<'own' | 'outageMs', number>> &
	Partial<Pick<Failure, 'kind'> & Record<'readOnly' | 'isCancelled', boolean>>;

const node = { name: 'Messenger', type: 'messenger', typeVersion: 1 } as INode;

async function runThatEnded(items: Outcome[], parts: object = {}) {
	const outcomes = new Map(items.entries());
	const isInput = (outcome: Outcome) => isFailure(outcome) && outcome.kind === 'input';
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
		['ff-', { own: 0, kind: 'answered' }],
		['u', { own: 0 }],
		['u'],
		['f', { kind: 'answered' }],
		['u-', { own: 0, kind: 'answered' }],
		['af-', { readOnly: true }],
		['nn-'],
		['n'],
		['nnn', { own: 1 }],
		['nkk', { own: 0 }],
		['nnk', { own: 0 }],
		['nnk', { own: 0, ...tool }],
		['n', { own: 0 }],
		['nn', { own: 1, kind: 'network' }],
		['ff-', { outageMs: 12_340 }],
		['f', { own: 0, outageMs: 1000 }],
		['f', { own: 0, outageMs: 999 }],
		['nn', { kind: 'not sent', outageMs: 2000 }],
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

it('a block of the key says how many requests it kept back, and nothing else does', () => {
	const said = (isBlock: boolean, requests: number) =>
		withKeptBack({ ...failure('answered', 'failed', '403'), isBlock }, requests).description;
	const descriptions = [said(true, 0), said(true, 1), said(true, 2), said(false, 2)];
	expect(descriptions.join('\n')).toMatchSnapshot();
});

it('after a run the editor says what is uncertain, throttled or unavailable (M5)', async () => {
	const uncertain = endings.u!;
	const refused = endings.f!;
	const throttledOut = failure('answered', 'failed', '429');
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
