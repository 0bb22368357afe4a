import type { INodeProperties } from 'n8n-workflow';

import { choice } from '../../../nodes/runtime/input/choice';
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
