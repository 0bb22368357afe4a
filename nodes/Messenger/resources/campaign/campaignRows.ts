import type { IDataObject } from 'n8n-workflow';

import type { RequestParts, RunFacts } from '../../../runtime/run/operation';
import type { Item } from './campaignRequest';
import type { EarlierMessage } from './earlierMessages';
import { recipientsOf } from './recipientInput';
import { shownSettings } from './sendMode';

/** Says how an item of a campaign ended (docs/node-contract.md, M4). */
export type SendStatus = 'sent' | 'scheduled' | 'test' | 'preview' | 'duplicate' | 'no_number';

/** Names the recipients of an item's message for its output: `messenger_number`, or `recipients` (a count). */
export type NameRecipients = (parts: RequestParts) => IDataObject;

/**
 * The output fields about an item's message, sent or only shown (M2). The time is the one of its request.
 *
 * @param request without a time for a duplicate, whose other columns are those of its first item
 */
export function campaignRow(
	nameRecipients: NameRecipients,
	{ parts, leftOut }: Item,
	status: SendStatus,
	{ body }: RequestParts,
): IDataObject {
	const row = nameRecipients(parts);
	row.send_status = status;
	if (leftOut) row.left_out = leftOut.left_out;
	if (body?.scheduled_at !== undefined) row.scheduled_at = body.scheduled_at;
	return Object.assign(row, shownSettings(parts));
}

/** The only recipient's number where a model reads it, or the number of recipients. */
export const nameByCount =
	({ isTool }: RunFacts): NameRecipients =>
	({ body }) => {
		const [first, ...others] = recipientsOf(body);
		const isNamed = isTool && others.length === 0;
		return isNamed
			? { messenger_number: first?.messenger_number }
			: { recipients: 1 + others.length };
	};

export const nameByNumber: NameRecipients = ({ body }) => ({
	messenger_number: recipientsOf(body)[0]?.messenger_number,
});

/** The row of an item whose message an earlier run of this execution has sent, or shown. */
export const repeatedRow = (
	item: Item,
	{ run, item: earlierItem }: EarlierMessage,
): IDataObject => ({
	...campaignRow(nameByNumber, item, 'duplicate', {}),
	duplicate_of_run: run,
	duplicate_of_item: earlierItem,
});
