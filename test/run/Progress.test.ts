import type { IDataObject, IExecuteFunctions, WorkflowExecuteMode } from 'n8n-workflow';

import type { Failure, Outcome } from '../../nodes/Messenger/run/outcome';
import { Progress } from '../../nodes/Messenger/run/Progress';

/** An execution as n8n keeps it: the node's context outlives a try, the execute data a Retry. */
function execution() {
	const stored: IDataObject = {};
	let executeData = {};
	const node = { retryOnFail: false };
	const begin = (mode: WorkflowExecuteMode = 'trigger', resource = 'event', runIndex = 0) =>
		new Progress({
			getMode: () => mode,
			getContext: () => stored,
			getExecuteData: () => executeData,
			getNode: () => ({ ...node, parameters: { resource } }),
			getWorkflowDataProxy: () => ({ $runIndex: runIndex }),
		} as unknown as IExecuteFunctions);
	/** What n8n's Retry button begins. */
	const retry = (resource?: string, runIndex?: number) => {
		executeData = {};
		return begin('retry', resource, runIndex);
	};
	return { stored, node, begin, retry };
}

const accepted = (id: string): Outcome => ({
	state: 'accepted',
	items: [{ json: { id }, pairedItem: { item: 7 } }],
});
const failed = (state: Failure['state'], message: string, subject?: string) =>
	({ state, message, description: 'Check.', httpCode: '500', subject }) as Failure;
const skipped: Outcome = {
	state: 'nothing to send',
	items: [],
	skipped: { of: 0, key: '+14155550123' },
};

const run: Outcome[] = [
	accepted('a'),
	failed('uncertain', 'Error', 'ana@example.com'),
	failed('not sent', 'Not sent'),
	skipped,
];

/** A try that came to none of them. */
const untouched = run.map(() => undefined);

describe('what a retry knows of a run that an error stopped', () => {
	it('is nothing before there was one', () => {
		const { begin, retry } = execution();
		for (const progress of [begin(), retry()]) {
			expect(progress.outcomeOf(0, false)).toBeUndefined();
			expect(progress.skippedOf(0)).toBeUndefined();
		}
	});

	it('is what was accepted, what is uncertain, and what was skipped', () => {
		const { begin, retry } = execution();
		begin().keep(run);
		const progress = retry();
		const pairedItem = { item: 0 };
		expect(progress.outcomeOf(0, true)).toEqual({
			state: 'accepted',
			items: [{ json: { id: 'a' }, pairedItem }],
		});
		expect(progress.outcomeOf(1, false)).toEqual(run[1]);
		expect(progress.outcomeOf(1, true)).toBeUndefined();
		expect(progress.outcomeOf(2, false)).toBeUndefined();
		expect(progress.outcomeOf(3, false)).toBeUndefined();
		expect([0, 1, 2, 3].map((item) => progress.skippedOf(item))).toEqual([
			undefined,
			undefined,
			undefined,
			{ of: 0, key: '+14155550123' },
		]);
	});

	it('holds each failure once, whomever it is about', () => {
		const { begin, retry, stored } = execution();
		const outcomes = ['ana', 'ben', 'eva'].map((name) => failed('uncertain', 'Error', name));
		begin().keep([...outcomes, failed('uncertain', 'Another', 'uwe')]);
		expect(JSON.stringify(stored).match(/Error/g)).toHaveLength(1);
		const progress = retry();
		const subjects = [0, 1, 2, 3].map((item) => progress.outcomeOf(item, false));
		expect(subjects).toEqual([...outcomes, failed('uncertain', 'Another', 'uwe')]);
	});

	describe('as what items were sent', () => {
		const as = (settings: string, key: string) => ({ settings, key });
		const sentAs = [as('en', '+1'), as('en', '+2'), as('de', '+3'), as('de', '+4')];

		it('is known of those that were accepted or are uncertain', () => {
			const { begin, retry } = execution();
			begin().keep(run, sentAs);
			const progress = retry();
			expect([0, 1].map((item) => progress.sentAsOf(item))).toEqual(sentAs.slice(0, 2));
		});

		it('stays what it was, until the item is sent again', () => {
			const { begin, retry } = execution();
			begin().keep(run, sentAs);
			retry().keep(untouched, [as('fr', '+5'), as('fr', '+6')]);
			expect([0, 1].map((item) => retry().sentAsOf(item))).toEqual(sentAs.slice(0, 2));
			retry().keep([undefined, accepted('b')], [as('fr', '+5'), as('fr', '+6')]);
			expect([0, 1].map((item) => retry().sentAsOf(item))).toEqual([sentAs[0], as('fr', '+6')]);
		});

		it('is known of items that a retry does not have', () => {
			const { begin, retry } = execution();
			begin().keep(run, sentAs);
			retry().keep([undefined], []);
			expect(retry().sentAsOf(1)).toEqual(as('en', '+2'));
			expect(retry().beyond(1)).toMatchObject([{ state: 'uncertain' }, undefined, undefined]);
			expect(retry().beyond(9)).toEqual([]);
		});

		it('is known to the next try of Retry On Fail', () => {
			const { begin, node } = execution();
			begin().remember(run, sentAs);
			expect(begin().sentAsOf(1)).toEqual(as('en', '+2'));
			node.retryOnFail = true;
			begin().clear(run, sentAs);
			expect(begin().sentAsOf(0)).toEqual(as('en', '+1'));
		});
	});

	it('is nothing where nothing was accepted and nothing is uncertain', () => {
		const { begin, stored } = execution();
		begin().keep([failed('not sent', 'Not sent'), failed('failed', 'Refused'), undefined]);
		expect(stored).toEqual({});
	});

	it('is nothing in another execution that is no retry', () => {
		const { begin, retry } = execution();
		begin().keep(run);
		retry();
		expect(begin('trigger').outcomeOf(0, false)).toBeUndefined();
	});

	it('stays as it was where the retry sends or shows nothing of it', () => {
		const { begin, retry } = execution();
		begin().keep(run);
		const shown: Outcome = { state: 'nothing to send', items: [{ json: { preview: true } }] };
		retry().keep([shown, failed('failed', 'Refused'), undefined, undefined]);
		const progress = retry();
		expect(progress.outcomeOf(0, false)).toMatchObject({ state: 'accepted' });
		expect(progress.outcomeOf(1, false)).toEqual(run[1]);
		expect(progress.skippedOf(3)).toEqual({ of: 0, key: '+14155550123' });
	});

	it('is as it was of the items that a retry does not have, as with "Execute Once"', () => {
		const { begin, retry } = execution();
		const tested: Outcome = { ...accepted('t'), isTest: true } as Outcome;
		begin().keep([failed('uncertain', 'Error', 'ana'), accepted('b'), tested, skipped]);
		for (const length of [1, 0, 4]) retry().keep(Array.from({ length }, () => undefined));
		const progress = retry();
		expect(progress.outcomeOf(0, false)).toEqual(failed('uncertain', 'Error', 'ana'));
		expect(progress.outcomeOf(1, false)).toMatchObject({ items: [{ json: { id: 'b' } }] });
		expect(progress.outcomeOf(2, false)).toMatchObject({ isTest: true });
		expect(progress.skippedOf(3)).toEqual({ of: 0, key: '+14155550123' });
		expect(progress.outcomeOf(4, false)).toBeUndefined();
	});

	it('is added to by the retry', () => {
		const { begin, retry } = execution();
		begin().keep(run);
		retry().keep([undefined, accepted('b'), failed('uncertain', 'Again'), undefined]);
		const progress = retry();
		expect(progress.outcomeOf(0, false)).toMatchObject({ items: [{ json: { id: 'a' } }] });
		expect(progress.outcomeOf(1, false)).toMatchObject({ items: [{ json: { id: 'b' } }] });
		expect(progress.outcomeOf(2, false)).toMatchObject({ message: 'Again' });
	});

	it('is in the words of the last try that sent it, or skipped it', () => {
		const { begin, retry } = execution();
		begin().keep([failed('uncertain', 'Error'), failed('uncertain', 'Error'), accepted('a')]);
		retry().keep([failed('uncertain', 'Again'), skipped, undefined]);
		const progress = retry();
		expect(progress.outcomeOf(0, false)).toMatchObject({ message: 'Again' });
		expect(progress.outcomeOf(1, false)).toBeUndefined();
		expect(progress.skippedOf(1)).toEqual({ of: 0, key: '+14155550123' });
	});

	it('stays nothing where the retry adds nothing', () => {
		const { retry, stored } = execution();
		retry().keep([failed('failed', 'Refused')]);
		expect(stored).toEqual({});
	});

	it('is of one resource and one round of a loop', () => {
		const { begin, retry } = execution();
		begin('trigger', 'campaign', 1).keep(run);
		for (const other of [retry('event', 1), retry('campaign', 0)]) {
			expect(other.outcomeOf(0, false)).toBeUndefined();
		}
		expect(retry('campaign', 1).outcomeOf(0, false)).toBeDefined();
	});
});

describe('the next try of Retry On Fail', () => {
	it.each(['keep', 'remember'] as const)('knows of the one before, by %s', (how) => {
		const { begin } = execution();
		begin()[how](run);
		const progress = begin();
		expect(progress.outcomeOf(0, false)).toMatchObject({ state: 'accepted' });
		expect(progress.outcomeOf(1, false)).toEqual(run[1]);
	});

	it('finds in the execution only what an error has left there', () => {
		const { begin, stored } = execution();
		begin().remember(run);
		expect(stored).toEqual({});
		begin().keep(untouched);
		expect(Object.keys(stored.messenger as object)).toEqual(['event#0']);
	});

	it('keeps what was stored, although it has nothing to add', () => {
		const { begin, retry } = execution();
		begin().keep(run);
		begin().keep(untouched);
		expect(retry().outcomeOf(0, false)).toMatchObject({ state: 'accepted' });
	});
});

describe('a run that succeeds', () => {
	it('is known to the next try of Retry On Fail: n8n takes some outputs for a failure', () => {
		const { begin, node, stored } = execution();
		node.retryOnFail = true;
		begin().keep(run);
		begin().clear(run.slice(0, 1));
		expect(stored).toEqual({});
		expect(begin().outcomeOf(0, false)).toMatchObject({ state: 'accepted' });
		begin().keep(untouched);
		expect(stored).not.toEqual({});
	});

	it('leaves nothing in the execution', () => {
		const { begin, retry, stored } = execution();
		begin().keep(run);
		retry().clear(run);
		expect(stored).toEqual({});
	});

	it('leaves nothing where the failure before it was in the same execution', () => {
		const { begin, stored } = execution();
		begin().keep(run);
		begin().clear(run);
		expect(stored).toEqual({});
		expect(begin().outcomeOf(0, false)).toBeUndefined();
	});

	it('leaves what other rounds of the loop have kept', () => {
		const { begin, retry, stored } = execution();
		begin('trigger', 'event', 0).keep(run);
		begin('trigger', 'event', 1).keep(run);
		retry('event', 1).clear(run);
		expect(Object.keys(stored.messenger as object)).toEqual(['event#0']);
	});

	it('touches nothing that is not its own', () => {
		const { begin, stored } = execution();
		stored.messenger = { 'campaign#0': {} };
		begin().clear(run);
		expect(stored).toEqual({ messenger: { 'campaign#0': {} } });
	});
});
