import { toggle } from '../../../nodes/Messenger/input/toggle';
import { refusalOf } from '../../support/refusal';

const name = { name: 'resendUncertain', displayName: 'Resend Uncertain' };

it.each([
	[true, true],
	[false, false],
	['', false],
	[null, false],
	[undefined, false],
])('%j is %s', (value, expected) => {
	expect(toggle(value, name)).toBe(expected);
});

it.each(['true', 'false', 'yes', 0, 1, {}])('%j is refused rather than guessed', (value) => {
	expect(refusalOf(() => toggle(value, name))).toEqual({
		parameter: 'resendUncertain',
		message: expect.stringMatching(/^'Resend Uncertain' is neither true nor false: "/),
		advice: 'Enter true or false.',
	});
});
