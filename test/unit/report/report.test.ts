import type { Outcome } from '../../../nodes/runtime/run/outcome';
import { hintsOf } from '../../../nodes/runtime/report/report';
import { endings, runThatEnded } from '../run/endedRuns';

it('after a run the editor says what is uncertain, unless its plan has words (M5)', async () => {
	const uncertain = endings.u!;
	const saidAfter = async (failures: Outcome[], summary?: string) => {
		const run = await runThatEnded(failures, { hint: () => summary });
		return (await hintsOf(run)).map(({ message }) => message);
	};
	const doubt = '2 items may have been processed. Check in the service.';
	expect(await saidAfter([])).toEqual([]);
	expect(await saidAfter([endings.f!, endings.k!])).toEqual([]);
	expect(await saidAfter([uncertain, uncertain])).toEqual([doubt]);
	expect(await saidAfter([uncertain], 'Sent to all.')).toEqual(['Sent to all.']);
	expect(await saidAfter([uncertain], '')).toEqual([]);
	const facts = { earlierRows: () => [{ fields: {} }] };
	const round = await runThatEnded([], { fault: endings.n, facts, operation: { endpoint: {} } });
	expect(await hintsOf(round)).toMatchObject([{ message: 'Not all was sent: see the error.' }]);
});
