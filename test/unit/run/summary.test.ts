import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import type { RequestContext } from '../../../nodes/runtime/http/connection';
import type { Failure, Outcome } from '../../../nodes/runtime/run/outcome';
import { hintsAfterRun, withKeptBack, withRunSummary } from '../../../nodes/runtime/run/summary';

const failure = (state: Failure['state'], httpCode?: string): Failure => ({
	state,
	message: 'No',
	description: 'Wait.',
	httpCode,
});

/** How items end, each by a letter. */
const endings: Record<string, Outcome> = {
	a: { state: 'accepted', items: [] },
	A: { state: 'accepted', items: [], isTest: true },
	d: { state: 'duplicate', items: [] },
	f: failure('failed'),
	n: failure('not sent'),
	k: failure('not sent', 'none'),
	u: failure('uncertain'),
	U: { ...failure('uncertain'), isTest: true },
	'-': { state: 'nothing to send', items: [] },
};

/** Which item the error is `own` of, and its status; without one the input is wrong. */
type Given = Partial<
	Record<'httpCode' | 'type' | 'mode', string> & Record<'own' | 'outageMs', number>
> & { readOnly?: boolean };

/** The error that stops a run whose items end so. */
function stopped(items: string, given: Given = {}) {
	const { httpCode, own: itemIndex, readOnly = false, outageMs = 0 } = given;
	const { type = 'messenger', mode = 'trigger' } = given;
	const outcomes = new Map([...items].map((ending, item) => [item, endings[ending]!]));
	const node = { name: 'Messenger', type, typeVersion: 1 } as INode;
	const options = { message: 'x', description: 'Wait.', itemIndex };
	const error =
		httpCode === undefined
			? new NodeOperationError(node, 'x', options)
			: new NodeApiError(node, { message: 'x' }, { ...options, httpCode });
	const context = { getNode: () => node, getMode: () => mode } as RequestContext;
	const facts = { context, readOnly, history: { throttled: 0, outageMs } };
	return withRunSummary(error, [...outcomes.keys()], outcomes, facts);
}

it('an error that stops the node says what became of the other items, and which button to press (E3)', () => {
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
		['ff-', { own: 0, httpCode: '503' }],
		['u', { own: 0 }],
		['u'],
		['f', { httpCode: '401' }],
		['u-', { own: 0, httpCode: '503' }],
		['af-', { readOnly: true }],
		['nn-'],
		['n'],
		['nnn', { own: 1 }],
		['nkk', { own: 0 }],
		['nnk', { own: 0 }],
		['nnk', { own: 0, ...tool }],
		['n', { own: 0 }],
		['nn', { own: 1, httpCode: 'ECONNREFUSED' }],
		['ff-', { outageMs: 12_340 }],
		['f', { own: 0, outageMs: 1000 }],
		['f', { own: 0, outageMs: 999 }],
		['nn', { httpCode: 'none', outageMs: 2000 }],
		['ffff---f-'],
		['f-f-ff'],
		['f-'.repeat(10)],
		['f-'.repeat(11)],
	];
	const said = rows.map(([items, given]) => {
		const name = `${items} ${given ? JSON.stringify(given) : ''}`.trim();
		return [name, ...stopped(items, given).description!.split('<br>')].join('\n  ');
	});
	expect(said.join('\n')).toMatchSnapshot();
});

it("an error's context has the item numbers by how they ended", () => {
	const run = { accepted: [0, 8], uncertain: [1], failed: [2, 4], notSent: [3] };
	expect(stopped('aufnfd-da').context.run).toEqual(run);
});

it('a block of the key says how many requests it kept back, and nothing else does', () => {
	const said = (isBlock: boolean, requests: number) =>
		withKeptBack({ ...failure('failed', '403'), isBlock }, requests).description;
	const descriptions = [said(true, 0), said(true, 1), said(true, 2), said(false, 2)];
	expect(descriptions.join('\n')).toMatchSnapshot();
});

it('after a run the editor says what is in doubt, throttled or away (M5)', () => {
	const [doubt, other] = [failure('uncertain'), failure('failed')];
	const rows: Array<[throttled: number, outageMs: number, failures: Failure[], summary?: string]> =
		[
			[0, 999, [other, failure('not sent')]],
			[1, 0, []],
			[2, 1000, []],
			[2, 20_345, [failure('failed', '429')]],
			[0, 0, [doubt]],
			[1, 2000, [doubt, doubt, other]],
			[1, 0, [doubt], 'Sent to all.'],
			[0, 0, [doubt], ''],
		];
	const said = rows.map(([throttled, outageMs, failures, summary]) => {
		const name = `throttled ${throttled}, away for ${outageMs} ms, ${failures.length} failures`;
		const hints = hintsAfterRun({ throttled, outageMs }, failures, summary);
		return [name, ...hints].join('\n  ');
	});
	expect(said.join('\n')).toMatchSnapshot();
	expect(hintsAfterRun(undefined, [])).toEqual([]);
});
