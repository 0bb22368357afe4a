import {
	recipientFrom,
	recipientsFrom,
} from '../../../../nodes/Messenger/resources/campaign/recipients';
import { unmasked } from '../../../../nodes/runtime/input/keyMask';
import { refusalOf } from '../../../support/refusal';

const messenger_number = '+14155550123';

it('what a failed expression leaves is left out of a recipient, and told (D1)', () => {
	const given = { messenger_number, first_name: 'Anna undefined', name: NaN, email: 'NaN' };
	const recipient = recipientFrom(given);
	expect(recipient.fields).toEqual({ messenger_number });
	expect(recipient.leftOut?.(unmasked)).toMatchSnapshot();
});

it.each([
	[{}, 'Recipient Number'],
	[{ messenger_number, email: [] }, 'Email'],
])('%j is refused with its place (I1, I3)', (bad, label) => {
	const { message } = refusalOf(() =>
		recipientsFrom({ body: { recipient: [{ messenger_number }, bad] } } as never),
	);
	expect(message).toContain(`'${label}' of recipient 2`);
});
