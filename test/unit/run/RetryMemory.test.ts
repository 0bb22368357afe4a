import type { Failure, Outcome, Success } from '../../../nodes/Messenger/run/outcome';
import { RetryMemory } from '../../../nodes/Messenger/run/RetryMemory';
import { startN8n } from './n8n';

let n8n: ReturnType<typeof startN8n>;
beforeEach(() => void (n8n = startN8n()));

/** The next try begins: the first one, or one of Retry On Fail. */
const begin = (isStored = true) => new RetryMemory(n8n.context, n8n.executeData, isStored);

/** n8n's Retry begins. */
function retry(isStored = true) {
	n8n.retry();
	return begin(isStored);
}

const success = (state: Success['state'], id = 'a'): Outcome => ({
	...{ state, items: [{ json: { id }, pairedItem: { item: 7 } }] },
});
const failed = (state: Failure['state'], message = 'Error'): Failure => ({
	...{ state, message, description: 'Check.', httpCode: '500', subject: '"ana"' },
});
const outcomes = (...list: Array<Outcome | undefined>) =>
	new Map([...list.entries()].flatMap(([item, outcome]) => (outcome ? [[item, outcome]] : [])));

const known = [success('accepted'), failed('uncertain'), success('duplicate')];
const run = outcomes(
	...known,
	...[failed('not sent'), failed('failed'), success('nothing to send')],
	{ ...success('accepted'), isTest: true },
	{ ...failed('uncertain'), isTest: true },
);

/** What a try knows of all items. */
const knownTo = (memory: RetryMemory, resendUncertain = false) =>
	[...run.keys()].flatMap((item) => memory.outcomeOf(item, resendUncertain) ?? []);

describe('a retry knows (R7)', () => {
	it('what was accepted, skipped or uncertain, and no test', () => {
		begin().remember(run, true);
		expect(knownTo(retry())).toEqual(known);
		// n8n stores it as JSON.
		expect(JSON.parse(JSON.stringify(n8n.stored))).toEqual(n8n.stored);
	});

	it('what it does not come to as it was, and the rest as it is now', () => {
		begin().remember(run, true);
		const again = [...[undefined, success('accepted', 'y'), undefined], failed('uncertain', 'No')];
		retry().remember(
			outcomes({ ...success('accepted', 'x'), isTest: true }, ...again.slice(1)),
			true,
		);
		retry().remember(outcomes(), true);
		expect(knownTo(retry())).toEqual([known[0], again[1], known[2], again[3]]);
	});

	it('nothing where it is none, where there is no store, or of another resource or round of a loop', () => {
		expect([knownTo(begin()), knownTo(retry())]).toEqual([[], []]);
		retry().remember(run, true);
		for (const change of [{ mode: 'trigger' }, { parameters: {} }, { runIndex: 1 }]) {
			const before = { ...n8n };
			Object.assign(n8n, change, { executeData: {} });
			expect(knownTo(begin())).toEqual([]);
			Object.assign(n8n, before);
		}
		n8n.stored = {};
		begin(false).remember(run, true);
		expect([n8n.stored, knownTo(begin(false)), knownTo(retry(false))]).toEqual([{}, known, []]);
	});

	it.each([true, false])(
		'within Retry On Fail, of a run that an error stopped or not: %s',
		(isStopped) => {
			begin().remember(run, isStopped);
			expect(knownTo(begin())).toEqual(known);
			begin().remember(outcomes(), true);
			expect(knownTo(retry())).toEqual(known);
		},
	);
});

describe('what is uncertain (R8)', () => {
	it("is sent again by n8n's Retry where that is wanted, and by no try of Retry On Fail", () => {
		begin().remember(run, true);
		const [accepted, , duplicate] = known;
		expect(knownTo(begin(), true)).toEqual(known);
		expect(knownTo(retry(), true)).toEqual([accepted, duplicate]);
		begin().remember(outcomes(), true);
		expect(knownTo(begin(), true)).toEqual(known);
	});

	it.each<[string, number, Failure, object]>([
		['stays so', 1, failed('failed'), { state: 'uncertain', isOfEarlierTry: true }],
		['stays so', 1, failed('not sent'), { state: 'uncertain', isOfEarlierTry: true }],
		['is so by the last try', 1, failed('uncertain', 'No'), {}],
		['is no test', 1, { ...failed('failed'), isTest: true }, {}],
		['was nothing else', 0, failed('failed'), {}],
		['was not known', 4, failed('failed'), {}],
	])('%s (item %i), in the words of the last try: %j', (_, item, failure, changes) => {
		begin().remember(run, true);
		expect(retry().withEarlierDoubt(item, failure)).toEqual({ ...failure, ...changes });
	});
});

it('an execution keeps nothing of a run that succeeds or accepts nothing, but what is not its own (R9)', () => {
	begin().remember(outcomes(failed('failed')), true);
	expect(n8n.stored).toEqual({});
	begin().remember(run, false);
	expect(n8n.stored).toEqual({});
	for (const runIndex of [0, 1]) {
		Object.assign(n8n, { runIndex });
		retry().remember(run, true);
	}
	expect(Object.keys(n8n.stored)).toEqual(['event#0', 'event#1']);
	retry().remember(run, false);
	expect(Object.keys(n8n.stored)).toEqual(['event#0']);
});
