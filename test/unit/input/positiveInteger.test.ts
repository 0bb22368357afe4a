import { positiveInteger } from '../../../nodes/runtime/input/positiveInteger';
import { outcomes } from '../../support/refusal';

it('a count is a whole number from 1 on, also as text (I7)', () => {
	const count = (value: unknown) => positiveInteger(value, { name: 'limit', displayName: 'Limit' });
	const texts = ['', ' ', '0', 'ten', '1.5', '2 items'];
	const bad = [0, -1, 1.5, NaN, Infinity, ...texts, true, null, undefined, [1]];
	expect(outcomes<unknown>(count, [1, 50, '1', ' 20 ', ...bad])).toMatchSnapshot();
});
