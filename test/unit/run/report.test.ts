import type { Outcome } from '../../../nodes/runtime/run/outcome';
import { hintsOf } from '../../../nodes/runtime/run/report';
import { endings, runThatEnded } from './endedRuns';

it('after a run the editor says what is uncertain, and how often it was throttled (M5)', async () => {
	const uncertain = endings.u!;
	type Row = [throttled: number, failures: Outcome[], summary?: string];
	const rows: Row[] = [
		[0, [endings.f!, endings.k!]],
		[1, []],
		[2, [uncertain, uncertain]],
		[1, [uncertain], 'Sent to all.'],
		[0, [uncertain], ''],
	];
	const said = rows.map(async ([throttled, failures, summary]) => {
		const run = await runThatEnded(failures, {
			throttled,
			hint: () => summary,
		});
		const name = `throttled ${throttled}, ${failures.length} failures`;
		return [name, ...(await hintsOf(run)).map(({ message }) => message)].join('\n  ');
	});
	expect((await Promise.all(said)).join('\n')).toMatchSnapshot();
	expect(await hintsOf(await runThatEnded([]))).toEqual([]);
});
