import { responseRows } from '../../../nodes/runtime/run/responseRows';

const short = { success: true, count: 1, id: 'x'.repeat(1000) };
const response = { ...short, text: 'x'.repeat(1001), failed: [1], more: { a: 1 }, none: null };
const unbounded = () => ({ bytesLeft: Infinity });

it('the first row has the whole response, each further one what is short (Q6)', () => {
	const next = responseRows([response], unbounded());
	expect([next(), next(), next()]).toEqual([[response], [short], [short]]);
	const several = responseRows([{ a: 1 }, { b: [] }], unbounded());
	expect([several(), several()]).toEqual([
		[{ a: 1 }, { b: [] }],
		[{ a: 1 }, {}],
	]);
});

it('a row for which the run has no room left goes without it, and takes none (Q6)', () => {
	const size = (item: object) => JSON.stringify([item]).length;
	const budget = { bytesLeft: size(short) * 2 + 1 };
	const next = responseRows([response], budget);
	expect([next(), next(), next(), next()]).toEqual([[{}], [short], [short], [{}]]);
	expect(budget.bytesLeft).toBe(1);
	const wide = { bytesLeft: 10 };
	expect(responseRows([{ a: 'é' }], wide)()).toEqual([{}]);
	expect(responseRows([{ a: 'e' }], { bytesLeft: 11 })()).toEqual([{ a: 'e' }]);
});
