import type { INodeProperties } from 'n8n-workflow';

import { choice } from '../../../nodes/runtime/input/choice';
import { positiveInteger } from '../../../nodes/runtime/input/positiveInteger';
import { toggle } from '../../../nodes/runtime/input/toggle';
import { outcomes } from '../../support/refusal';

const property: INodeProperties = {
	displayName: 'When Not Found',
	name: 'whenNotFound',
	type: 'options',
	default: 'error',
	options: [
		{ name: 'Return an Error', value: 'error' },
		{ name: 'Return Nothing', value: 'empty' },
	],
};

it('a choice is one of the list, never guessed (I7)', () => {
	const values = ['empty', 'Empty', '', 'constructor', 0, true, null, undefined, ['empty']];
	const check = (value: unknown) => choice(value, property);
	expect(outcomes<unknown>(check, values)).toMatchSnapshot();
});

it('a count is a whole number from 1 on, also as text (I7)', () => {
	const count = (value: unknown) => positiveInteger(value, { name: 'limit', displayName: 'Limit' });
	const texts = ['', ' ', '0', 'ten', '1.5', '2 items'];
	const bad = [0, -1, 1.5, NaN, Infinity, ...texts, true, null, undefined, [1]];
	expect(outcomes<unknown>(count, [1, 50, '1', ' 20 ', ...bad])).toMatchSnapshot();
});

it('what is on or off is off where it was left empty, and never guessed (I7)', () => {
	const values = [true, false, '', null, undefined, 'true', 'false', 'yes', 0, 1, {}];
	expect(
		outcomes<unknown>(
			(value) => toggle(value, { name: 'resendUncertain', displayName: 'Send Again If Unsure' }),
			values,
		),
	).toMatchSnapshot();
});
