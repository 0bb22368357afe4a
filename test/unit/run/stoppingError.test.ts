import { nodeErrorOf } from '../../../nodes/runtime/run/nodeError';
import { withRunSummary } from '../../../nodes/runtime/run/stoppingError';
import { endings, failure, node, runThatEnded, type Kind } from './endedRuns';

/** The item that the error is `own` of, and its kind. */
type Given = Partial<
	Record<'type' | 'mode', string> & Record<'own' | 'outageMs' | 'round', number>
> &
	Partial<
		{ kind: Kind; known: number[] } & Record<'readOnly' | 'isCancelled' | 'engine2', boolean>
	>;

/** The error that stops a run whose items end so. */
async function stopped(items: string, given: Given = {}) {
	const { kind = 'input', own: itemIndex, readOnly = false, outageMs = 0 } = given;
	const {
		engine2 = false,
		type = 'messenger',
		mode = 'trigger',
		isCancelled = false,
		known = [],
		round = 0,
	} = given;
	const context = {
		getNode: () => ({ ...node, type }),
		getMode: () => mode,
		getExecutionCancelSignal: () => (engine2 ? undefined : new AbortController().signal),
		getInputData: () => [],
		getWorkflowDataProxy: () => ({ $runIndex: round }),
	};
	const run = await runThatEnded(
		[...items].map((ending) => endings[ending]!),
		{
			context,
			isKnown: (item: number) => known.includes(item),
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
		['aa-', { mode: 'integrated' }],
		['aa-', tool],
		// Test sends are not remembered.
		['AU-'],
		['u'],
		['f', { kind: 'tried' }],
		['af-', { readOnly: true }],
		['nkk', { own: 0 }],
		['nnk', { own: 0 }],
		['nnk', { own: 0, ...tool }],
		['n', { own: 0 }],
		['f', { kind: 'tried', own: 0, outageMs: 1000 }],
		['f', { kind: 'tried', own: 0, outageMs: 999 }],
		['nn', { kind: 'kept back', outageMs: 2000 }],
		['ffff---f-'],
		['f-'.repeat(10)],
		['f-'.repeat(11)],
		['aaauuk', { mode: 'retry', known: [0, 1], kind: 'tried', own: 3 }],
		['aaf', { mode: 'retry', known: [0, 1], kind: 'tried' }],
		['au', { mode: 'retry', known: [0] }],
		['auuk', { round: 2 }],
		['aafk', { engine2: true, kind: 'tried' }],
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

it("an error's context has the item numbers by how they ended", async () => {
	const run = { accepted: [0, 8], uncertain: [1], failed: [2, 4], notSent: [3] };
	expect((await stopped('aufnfd-da')).context.run).toEqual(run);
});
