import type { Outcome } from '../../../nodes/runtime/run/outcome';
import { hintsOf } from '../../../nodes/runtime/run/report';
import { endings, failure, node, runThatEnded } from './endedRuns';

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
			plan: { hint: () => summary },
			context: { getNode: () => node },
		});
		return [name, ...(await hintsOf(run))].join('\n  ');
	});
	expect((await Promise.all(said)).join('\n')).toMatchSnapshot();
	expect(await hintsOf(await runThatEnded([], { plan: {} }))).toEqual([]);
});
