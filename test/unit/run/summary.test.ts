import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import type { RequestContext } from '../../../nodes/Messenger/http/connection';
import type { Failure, Outcome } from '../../../nodes/Messenger/run/outcome';
import { hintsAfterRun, withKeptBack, withRunSummary } from '../../../nodes/Messenger/run/summary';
import type { RunSummary } from '../../support/runSummary';

const node = { name: 'Messenger', type: 'messenger', typeVersion: 1 } as INode;
const none: RunSummary = { accepted: [], uncertain: [], failed: [], notSent: [] };
const accepted: Outcome = { state: 'accepted', items: [] };
const failure = (state: Failure['state'], httpCode?: string): Failure => ({
	...{ state, message: 'No', description: 'Wait.', httpCode },
});
const states = {
	accepted,
	uncertain: failure('uncertain'),
	failed: failure('failed'),
	notSent: failure('not sent'),
};

interface Given {
	total?: number;
	/** Absent where the input is wrong. */
	httpCode?: string;
	itemIndex?: number;
	readOnly?: boolean;
	type?: string;
	mode?: string;
	outageMs?: number;
	duplicates?: number[];
	isTest?: boolean;
}

/** What an error says behind its own advice. */
function lines(summary: Partial<RunSummary>, given: Given = {}): string[] {
	const { total = 9, httpCode, itemIndex, readOnly = false, outageMs = 0 } = given;
	const run = { ...none, ...summary };
	const isTest = given.isTest;
	const outcomes = new Map<number, Outcome>();
	const shown: Outcome = { state: 'nothing to send', items: [] };
	for (let item = 0; item < total; item++) outcomes.set(item, shown);
	for (const item of given.duplicates ?? []) outcomes.set(item, { ...shown, state: 'duplicate' });
	for (const state of ['accepted', 'uncertain', 'failed', 'notSent'] as const) {
		for (const item of run[state]) outcomes.set(item, { ...states[state], isTest });
	}
	const options = { message: 'x', description: 'Wait.', itemIndex };
	const error =
		httpCode === undefined
			? new NodeOperationError(node, 'x', options)
			: new NodeApiError(node, { message: 'x' }, { ...options, httpCode });
	const context = {
		getNode: () => ({ ...node, type: given.type ?? node.type }),
		getMode: () => given.mode ?? 'trigger',
	} as RequestContext;
	const history = { throttled: 0, outageMs };
	withRunSummary(error, [...outcomes.keys()], outcomes, { context, readOnly, history });
	expect(error.context.run).toEqual(run);
	const [advice, ...others] = error.description?.split('<br>') ?? [];
	expect(advice).toBe('Wait.');
	return others;
}

const retry =
	'To send only the rest, open Executions and press Retry. Execute step sends all again.';
const resend =
	"Retry leaves out what may have been processed. If it wasn't, turn on 'Resend Uncertain' in the request options, save, and press Retry with the currently saved workflow.";

const skip = "To send the others without it, set Settings → On Error to 'Continue'.";

describe('an error that stops the node says behind what to do', () => {
	const failed = { failed: [0, 1] };
	it.each<[string, Partial<RunSummary>, Parameters<typeof lines>[1], string[]]>([
		[
			'what became of the other items, group by group',
			{ accepted: [0, 1, 2], uncertain: [3], failed: [4, 6], notSent: [7, 8] },
			{},
			[
				'3 of 9 items were accepted (0 to 2).',
				'1 item may have been processed (3).',
				'2 items failed (4, 6).',
				'2 items were not sent (7 to 8).',
				retry,
				resend,
			],
		],
		[
			'which were skipped',
			{ accepted: [0], failed: [1] },
			{ duplicates: [2, 3] },
			[
				'1 of 9 items was accepted (0).',
				'1 item failed (1).',
				'2 items skipped as duplicate (2 to 3).',
				retry,
			],
		],
		[
			'no button after a test, which is not remembered',
			{ accepted: [0], uncertain: [1] },
			{ isTest: true },
			['1 of 9 items was accepted (0).', '1 item may have been processed (1).'],
		],
		['that one was accepted', { accepted: [0] }, {}, ['1 of 9 items was accepted (0).', retry]],
		[
			'which Retry sends the rest of a sub-workflow',
			{ accepted: [0, 1] },
			{ mode: 'integrated' },
			[
				'2 of 9 items were accepted (0 to 1).',
				"To send only the rest, press Retry in this sub-workflow's list of executions. Retry of the parent workflow sends all again.",
			],
		],
		[
			'no button of a tool',
			{ accepted: [0, 1] },
			{ type: 'messengerTool' },
			['2 of 9 items were accepted (0 to 1).'],
		],
		[
			'the button where one may have been processed, too',
			{ uncertain: [0], notSent: [1] },
			{},
			['1 item may have been processed (0).', '1 item was not sent (1).', retry, resend],
		],
		['no button where nothing was accepted', failed, {}, ['2 items failed (0 to 1).']],
		[
			'nothing of other items where there are none',
			{ uncertain: [0] },
			{ total: 1, itemIndex: 0 },
			[],
		],
		['nothing of what only reads', { accepted: [0], failed: [1] }, { readOnly: true }, []],
		['that nothing was sent', { notSent: [0, 1] }, {}, ['Nothing was sent.']],
		[
			'that nothing was sent where the input is wrong',
			{ notSent: [0] },
			{ total: 1 },
			['Nothing was sent.'],
		],
		[
			'what became of the only item where that is not the error itself',
			{ uncertain: [0] },
			{ total: 1 },
			['1 item may have been processed (0).'],
		],
		[
			'nothing of the only item after what is wrong for every request',
			{ failed: [0] },
			{ total: 1, httpCode: '401' },
			[],
		],
		[
			'how to send the others where the input of one is wrong',
			{ notSent: [0, 1, 2] },
			{ itemIndex: 1 },
			['Nothing was sent.', skip],
		],
		[
			'no setting of a tool',
			{ notSent: [0, 1, 2] },
			{ itemIndex: 1, type: 'messengerTool' },
			['Nothing was sent.'],
		],
		[
			'no setting where there are no others',
			{ notSent: [0] },
			{ total: 1, itemIndex: 0 },
			['Nothing was sent.'],
		],
		[
			'no setting where it is not the input that is wrong',
			{ notSent: [0, 1] },
			{ itemIndex: 1, httpCode: 'ECONNREFUSED' },
			['Nothing was sent.'],
		],
		[
			'how long the service was away, before what became of the items',
			failed,
			{ outageMs: 12_340 },
			['This run waited 12.3 s because the service was unavailable.', '2 items failed (0 to 1).'],
		],
		[
			'how long it was away, from a second on',
			{ failed: [0] },
			{ total: 1, itemIndex: 0, outageMs: 1000 },
			['This run waited 1 s because the service was unavailable.'],
		],
		['nothing of less', { failed: [0] }, { total: 1, itemIndex: 0, outageMs: 999 }, []],
		[
			'nothing of it where it says so itself',
			{ notSent: [0, 1] },
			{ httpCode: 'none', outageMs: 2000 },
			['Nothing was sent.'],
		],
	])('%s', (_, summary, facts, said) => {
		expect(lines(summary, facts)).toEqual(said);
	});
});

it.each([
	[[5], '1 item failed (5).'],
	[[0, 1], '2 items failed (0 to 1).'],
	[[0, 1, 2, 3, 7], '5 items failed (0 to 3, 7).'],
	[[0, 2, 4, 5], '4 items failed (0, 2, 4 to 5).'],
	[[0, 2, 4, 6, 8, 10, 12, 14, 16, 18], /, 16, 18\)\.$/],
	[[0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20], /, 16, 18, …\)\.$/],
])('item numbers %j are written as ranges, ten at most', (failed, words) => {
	const [line] = lines({ failed });
	if (typeof words === 'string') expect(line).toBe(words);
	else expect(line).toMatch(words);
});

it('a block of the key says how many requests it kept back, and nothing else does', () => {
	const described = (httpCode: string, requests: number) =>
		withKeptBack(failure('failed', httpCode), requests).description;
	expect([0, 1, 2].map((requests) => described('403', requests))).toEqual([
		...['Wait.', 'Wait. 1 request was not sent.', 'Wait. 2 requests were not sent.'],
	]);
	expect(described('401', 2)).toBe('Wait.');
});

const slowed = "The service's rate limit slowed down this run. Requests were refused";
const waited = (time: string) => `This run waited ${time} because the service was unavailable.`;
const inDoubt = 'may have been processed. Check in the service before you resend';

it.each<[string, number, number, Failure[], string[]]>([
	['nothing', 0, 0, [failure('failed'), failure('not sent')], []],
	['throttled once', 1, 0, [], [`${slowed} once and sent again automatically.`]],
	['throttled twice', 2, 0, [], [`${slowed} 2 times and sent again automatically.`]],
	['given up', 2, 0, [failure('failed', '429')], [`${slowed} 2 times.`]],
	['away for less than a second', 0, 999, [], []],
	['away for a second', 0, 1000, [], [waited('1 s')]],
	['away', 0, 20_345, [], [waited('20.3 s')]],
	['one doubt', 0, 0, [states.uncertain], [`1 item ${inDoubt} it.`]],
	['three doubts', 0, 0, Array<Failure>(3).fill(states.uncertain), [`3 items ${inDoubt} them.`]],
	[
		...(['all of it', 1, 2000, [states.uncertain]] as [string, number, number, Failure[]]),
		[`1 item ${inDoubt} it.`, `${slowed} once and sent again automatically.`, waited('2 s')],
	],
])('the editor says after a run with %s', (_, throttled, outageMs, failures, hints) => {
	const history = { throttled, outageMs };
	expect(hintsAfterRun(history, failures)).toEqual(hints);
	// The operation's own words stand in place of those on doubts.
	const others = hints.filter((hint) => !hint.includes(inDoubt));
	expect(hintsAfterRun(history, failures, 'Sent to all.')).toEqual(['Sent to all.', ...others]);
	expect(hintsAfterRun(history, failures, '')).toEqual(others);
});

it('the editor says nothing of a run without a connection', () => {
	expect(hintsAfterRun(undefined, [])).toEqual([]);
});
