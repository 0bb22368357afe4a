import type { INodeProperties } from 'n8n-workflow';

import { choice } from '../../../nodes/Messenger/input/choice';
import { refusalOf } from '../../support/refusal';

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

it.each([
	['what was chosen', { whenNotFound: 'empty' }, 'empty'],
	['the default, where it was left alone', { other: 'empty' }, 'error'],
	['the default, where nothing was set', undefined, 'error'],
])('is %s', (_, options, expected) => {
	expect(choice(options, property)).toBe(expected);
});

it.each(['Empty', '', 'constructor', 0, true, null, undefined, ['empty']])(
	'%j is refused rather than guessed',
	(whenNotFound) => {
		expect(refusalOf(() => choice({ whenNotFound }, property))).toEqual({
			parameter: 'whenNotFound',
			message: expect.stringMatching(/^'When Not Found' isn't a valid choice: "/),
			advice:
				'Choose one from the list. An expression may return "error" (Return an Error), "empty" (Return Nothing).',
		});
	},
);
