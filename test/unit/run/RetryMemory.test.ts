import type { IDataObject, IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';

import type { Failure, Outcome } from '../../../nodes/Messenger/run/outcome';
import { RetryMemory } from '../../../nodes/Messenger/run/RetryMemory';

/** An execution as n8n keeps it: the node's context outlives a try, the execute data a Retry. */
function execution({ isStored = true } = {}) {
	const stored: IDataObject = {};
	let executeData = {};
	const begin = (mode: WorkflowExecuteMode = 'trigger', resource = 'event', runIndex = 0) =>
		new RetryMemory(
			{
				getMode: () => mode,
				getContext: () => stored,
				getNode: () => ({ parameters: { resource } }),
				getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
			} as unknown as IExecuteFunctions,
			executeData,
			isStored,
		);
	/** What n8n's Retry button begins. */
	const retry = (resource?: string, runIndex?: number) => {
		executeData = {};
		return begin('retry', resource, runIndex);
	};
	return { stored, begin, retry };
}

const success = (state: 'accepted' | 'duplicate' | 'nothing to send', id: string): Outcome => ({
	state,
	items: [{ json: { id }, pairedItem: { item: 7 } }],
});
const failed = (state: Failure['state'], message = 'Error'): Failure => ({
	...{ state, message, description: 'Check.', httpCode: '500', subject: '"ana"' },
});
const outcomes = (...list: Array<Outcome | undefined>) =>
	new Map([...list.entries()].flatMap(([item, outcome]) => (outcome ? [[item, outcome]] : [])));

const run = outcomes(
	success('accepted', 'a'),
	failed('uncertain'),
	success('duplicate', 'c'),
	failed('not sent'),
	failed('failed'),
	success('nothing to send', 'f'),
	{ ...success('accepted', 'g'), isTest: true },
	{ ...failed('uncertain'), isTest: true },
);
const all = [...run.keys()];

/** What the tries above leave for the next one. */
const known = [
	...[success('accepted', 'a'), failed('uncertain'), success('duplicate', 'c')],
	...Array<undefined>(5),
];
const unknown = Array<undefined>(8).fill(undefined);
const knownTo = (memory: RetryMemory, resendUncertain = false) =>
	all.map((item) => memory.outcomeOf(item, resendUncertain));

describe('a retry knows of a run that an error stopped', () => {
	it('nothing before there was one', () => {
		const { begin, retry } = execution();
		expect(knownTo(begin())).toEqual(unknown);
		expect(knownTo(retry())).toEqual(unknown);
	});

	it('what was accepted, skipped or uncertain, and no test', () => {
		const { begin, retry, stored } = execution();
		begin().remember(run, true);
		expect(knownTo(retry())).toEqual(known);
		// n8n stores it as JSON.
		expect(JSON.parse(JSON.stringify(stored))).toEqual(stored);
	});

	it('what it does not come to as it was, and what it does as it is now', () => {
		const { begin, retry } = execution();
		begin().remember(run, true);
		const now = outcomes(
			success('nothing to send', 'x'),
			{ ...success('accepted', 'y'), isTest: true },
			undefined,
			failed('uncertain', 'Again'),
			success('accepted', 'e'),
		);
		retry().remember(now, true);
		retry().remember(outcomes(), true);
		const [first, second, third, fourth, fifth] = knownTo(retry());
		expect([first, second, third]).toEqual(known.slice(0, 3));
		expect(fourth).toEqual(failed('uncertain', 'Again'));
		expect(fifth).toMatchObject({ state: 'accepted' });
		for (const done of ['accepted', 'duplicate'] as const) {
			retry().remember(outcomes(undefined, success(done, 'b'), undefined, failed('failed')), true);
			expect(retry().outcomeOf(1, false)).toMatchObject({ state: done });
			expect(retry().outcomeOf(3, false)).toMatchObject({ message: 'Again' });
		}
	});

	it('nothing in an execution that is no retry, or that has no store of its own', () => {
		const kept = execution();
		kept.begin().remember(run, true);
		kept.retry();
		expect(knownTo(kept.begin('trigger'))).toEqual(unknown);
		const call = execution({ isStored: false });
		call.begin().remember(run, true);
		expect(call.stored).toEqual({});
		expect(knownTo(call.begin())).toEqual(known);
		expect(knownTo(call.retry())).toEqual(unknown);
	});

	it('of one resource and one round of a loop', () => {
		const { begin, retry } = execution();
		begin('trigger', 'campaign', 1).remember(run, true);
		expect(knownTo(retry('event', 1))).toEqual(unknown);
		expect(knownTo(retry('campaign', 0))).toEqual(unknown);
		expect(knownTo(retry('campaign', 1))).toEqual(known);
	});
});

describe('what is uncertain', () => {
	it("is sent again by n8n's Retry where that is wanted, and by no try of Retry On Fail", () => {
		const { begin, retry } = execution();
		begin().remember(run, true);
		const isResent = (memory: RetryMemory) => memory.outcomeOf(1, true) === undefined;
		expect(isResent(begin())).toBe(false);
		const first = retry();
		expect(first.outcomeOf(1, false)).toEqual(failed('uncertain'));
		expect(isResent(first)).toBe(true);
		expect(first.outcomeOf(0, true)).toEqual(known[0]);
		first.remember(outcomes(), true);
		expect(isResent(begin('retry'))).toBe(false);
	});

	it.each<[string, number, Failure, object]>([
		['stays so', 1, failed('failed', 'No'), { state: 'uncertain', isOfEarlierTry: true }],
		['stays so', 1, failed('not sent', 'No'), { state: 'uncertain', isOfEarlierTry: true }],
		['is so by the last try', 1, failed('uncertain', 'No'), {}],
		['is no test', 1, { ...failed('failed', 'No'), isTest: true }, {}],
		['was nothing else', 3, failed('failed', 'No'), {}],
	])('%s (item %i), in the words of the last try: %j', (_, item, failure, changes) => {
		const { begin, retry } = execution();
		begin().remember(run, true);
		const now = retry().withEarlierDoubt(item, failure);
		expect(now).toEqual({ ...failure, ...changes });
		retry().remember(outcomes(...Array<undefined>(item), now), true);
		const isKept = now.state === 'uncertain';
		expect(retry().outcomeOf(item, false)).toEqual(isKept ? now : known[item]);
	});
});

describe('the next try of Retry On Fail', () => {
	it.each([true, false])('knows of the one before, stopped by an error: %s', (isStopped) => {
		const { begin } = execution();
		begin().remember(run, isStopped);
		expect(knownTo(begin())).toEqual(known);
	});

	it('leaves in the execution what all tries together have', () => {
		const { begin, retry, stored } = execution();
		begin().remember(run, false);
		expect(stored).toEqual({});
		begin().remember(outcomes(), true);
		expect(Object.keys(stored)).toEqual(['event#0']);
		expect(knownTo(retry())).toEqual(known);
	});
});

describe('the execution holds nothing', () => {
	it.each([
		['where nothing was accepted and nothing is uncertain', [failed('failed')], true],
		['after a run that succeeds', [success('accepted', 'a')], false],
	])('%s', (_, list, isStopped) => {
		const { begin, stored } = execution();
		begin().remember(outcomes(...list), isStopped);
		expect(stored).toEqual({});
	});

	it('after a retry that succeeds, but for what other rounds of the loop have kept', () => {
		const { begin, retry, stored } = execution();
		retry().remember(run, false);
		expect(stored).toEqual({});
		begin('trigger', 'event', 0).remember(run, true);
		retry().remember(run, false);
		expect(stored).toEqual({});
		begin('trigger', 'event', 0).remember(run, true);
		retry('event', 1).remember(run, true);
		retry('event', 1).remember(run, false);
		expect(Object.keys(stored)).toEqual(['event#0']);
	});

	it('but what is not its own', () => {
		const { begin, stored } = execution();
		stored['campaign#0'] = {};
		begin().remember(run, false);
		expect(stored).toEqual({ 'campaign#0': {} });
	});
});
