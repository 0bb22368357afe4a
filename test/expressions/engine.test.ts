import { Expression } from 'n8n-workflow';

import { startEvaluator } from '../support/evaluator';

it('the expression engine of these tests is the one of n8n 2', () => {
	expect(Expression.getActiveImplementation()).toBe('vm');
});

it('it is what evaluates: a field hides behind a function of the same name, as in no other', async () => {
	const { evaluate, release } = await startEvaluator();
	expect(() => evaluate('={{ $json.toString }}', { toString: 'a field' })).toThrow(
		'function toString() { [native code] } could not be cloned',
	);
	await release();
});

it('it gives dates, lists and objects that n8n and the node recognize', async () => {
	const { evaluate, release } = await startEvaluator();
	const [dateTime, date, list] = [
		evaluate('={{ DateTime.fromISO("2030-07-31T09:30:00Z") }}', {}),
		evaluate('={{ new Date(0) }}', {}),
		evaluate('={{ [{ a: 1 }] }}', {}),
	];
	await release();
	expect(dateTime).toHaveProperty('isLuxonDateTime', true);
	expect(date).toBeInstanceOf(Date);
	expect(list).toStrictEqual([{ a: 1 }]);
	expect(list).toBeInstanceOf(Array);
});
