import { nodeErrorOf } from '../../../nodes/runtime/report/nodeError';
import { stoppingError, withRunSummary } from '../../../nodes/runtime/report/stoppingError';
import { endings, failure, node, runThatEnded, type Kind } from '../run/endedRuns';

/** The item that the error is `own` of, and its kind. */
type Given = Partial<{ mode: string; own: number; kind: Kind }> &
	Partial<Record<'readOnly' | 'isCancelled' | 'isLaterRun', boolean>>;

/** The error that stops a run whose items end so. */
async function stopped(items: string, given: Given = {}) {
	const { kind = 'input', own: itemIndex, readOnly = false } = given;
	const { mode = 'trigger', isCancelled = false, isLaterRun = false } = given;
	const context = { getNode: () => node, getMode: () => mode };
	const run = await runThatEnded(
		[...items].map((ending) => endings[ending]!),
		{
			context,
			facts: { earlierRows: () => (isLaterRun ? [{}] : []) },
			operation: { endpoint: { readOnly } },
			// An earlier try has sent the first item.
			memory: { outcomeOf: (item: number) => (item === 0 ? { state: 'accepted' } : undefined) },
			stopReason: isCancelled ? { kind: 'cancelled' } : undefined,
		},
	);
	const named = { ...failure(kind, 'failed'), itemIndex };
	return withRunSummary(nodeErrorOf(node, named), run, named);
}

it('an error that stops the node says what became of the items, and how to go on (E3)', async () => {
	const rows: Array<[items: string, given?: Given]> = [
		['aaauf-fnn'],
		['affdd----'],
		['aa-', { mode: 'integrated' }],
		// Test sends are not remembered.
		['AU-'],
		['u'],
		['f', { kind: 'tried' }],
		['af-', { readOnly: true }],
		['nkk', { own: 0 }],
		['n', { own: 0 }],
		['n', { own: 0, isLaterRun: true }],
		['nn', { kind: 'kept back' }],
		['ffff---f-'],
		['f-'.repeat(10)],
		['f-'.repeat(11)],
		['aaauuk', { mode: 'retry', kind: 'tried', own: 3 }],
		['u'.repeat(22)],
		['auk', { isCancelled: true }],
		['kk', { isCancelled: true }],
	];
	const said = rows.map(async ([items, given]) => {
		const name = `${items} ${given ? JSON.stringify(given) : ''}`.trim();
		const { message, description } = await stopped(items, given);
		return [name, message, ...description!.split('<br>')].join('\n  ');
	});
	expect((await Promise.all(said)).join('\n')).toMatchSnapshot();
});

it('is of what may have been sent, where there is some', async () => {
	const parts = { operation: { endpoint: { readOnly: true } }, context: { getNode: () => node } };
	const run = await runThatEnded([endings.f!, endings.u!], parts);
	expect(stoppingError(run)?.message).toBe('May have been sent: No');
});

it("an error's context has the item numbers by how they ended", async () => {
	const run = { accepted: [0, 8], uncertain: [1], failed: [2, 4], notSent: [3] };
	expect((await stopped('aufnfd-da')).context.run).toEqual(run);
});
