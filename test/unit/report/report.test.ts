import type { Outcome } from '../../../nodes/runtime/run/outcome';
import { hintsOf } from '../../../nodes/runtime/report/report';
import { endings, runThatEnded } from '../run/endedRuns';

it('after a run the editor says what is uncertain, unless its plan has words (M5)', async () => {
	const uncertain = endings.u!;
	const saidAfter = async (failures: Outcome[], summary?: string) => {
		const run = await runThatEnded(failures, { hint: () => summary && { message: summary } });
		return (await hintsOf(run)).map(({ message }) => message);
	};
	const doubt = '2 items may have been processed. Check in the service.';
	expect(await saidAfter([])).toEqual([]);
	expect(await saidAfter([endings.f!, endings.k!])).toEqual([]);
	expect(await saidAfter([uncertain, uncertain])).toEqual([doubt]);
	expect(await saidAfter([uncertain], 'Sent to all.')).toEqual(['Sent to all.']);
});

it('after a fault of the whole run, it says whether an earlier try or round may have sent something (R8, E3)', async () => {
	const saidAfter = async (before: Outcome | undefined, earlierRows: object[]) => {
		const run = await runThatEnded(Array(1), {
			fault: endings.n,
			facts: { earlierRows: () => earlierRows },
			memory: { outcomeOf: () => before },
			operation: { endpoint: {} },
		});
		return (await hintsOf(run)).map(({ message }) => message);
	};
	const row = (state: string) => ({ error: 'No', details: { state } });
	for (const rows of [[], [row('failed'), row('not sent')]])
		expect(await saidAfter(undefined, rows)).toEqual(['Nothing was sent: see the error.']);
	for (const given of [
		[endings.u, []],
		[endings.a, []],
		[undefined, [{ success: true }]],
		[undefined, [row('failed'), row('uncertain')]],
	] as const) {
		expect(await saidAfter(given[0], [...given[1]])).toEqual(['Not all was sent: see the error.']);
	}
});
