import { toggle } from '../../../nodes/runtime/input/toggle';
import { outcomes } from '../../support/refusal';

const name = { name: 'resendUncertain', displayName: 'Send Again If Unsure' };

it('what is on or off is off where it was left empty, and never guessed (I7)', () => {
	const values = [true, false, '', null, undefined, 'true', 'false', 'yes', 0, 1, {}];
	expect(outcomes<unknown>((value) => toggle(value, name), values)).toMatchSnapshot();
});
