import { answers } from '../support/conducts';
import { ended, run, sendToItems, service, writing } from './scripted';

it('of an answer about each recipient the first row has all, the others what is short (Q6)', async () => {
	service.fate = () => answers(200, { success: true, results: [1] });
	const { output } = await run({ ...sendToItems, options: {} }, { items: 2 });
	expect(output.map(({ json }) => json.results)).toEqual([[1], undefined]);
});

it('an answer of 15 MB proves that a write was accepted, one of more than 16 MB proves nothing (Q6)', async () => {
	const answerOf = (megabytes: number) =>
		answers(200, { success: true, text: 'x'.repeat(megabytes * 1024 * 1024) });
	service.fate = () => answerOf(15);
	expect((await run(writing, { items: 1 })).error).toBeUndefined();
	service.fate = () => answerOf(16);
	expect(ended(await run(writing, { items: 1 })).uncertain).toEqual([0]);
});
