import type { IDataObject } from 'n8n-workflow';

import type { Member, RequestParts } from '../../../runtime/run/operation';
import type { CampaignParams } from './campaignFields';
import type { Item } from './campaignRequest';
import type { EarlierMessage } from './earlierMessages';
import { recipientsOf } from './recipientInput';
import { shownSettings } from './sendMode';

/** Says how an item of a campaign ended (docs/node-contract.md, M4). */
export type SendStatus = 'sent' | 'scheduled' | 'test' | 'preview' | 'duplicate';

/**
 * The output fields about an item's message, sent or only shown (M2). The time is the one of its request.
 *
 * @param status of what it is, unless it is a duplicate
 * @param request without a time for a duplicate, whose other columns are those of its first item
 */
export function campaignRow(
	{ parts, leftOut, duplicateOf }: Item & Member<CampaignParams>,
	status: SendStatus,
	{ body }: RequestParts,
): IDataObject {
	const recipients = recipientsOf(parts.body);
	const row: IDataObject = parts.namesNumber
		? { messenger_number: recipients[0]?.messenger_number }
		: { recipients: recipients.length };
	row.send_status = duplicateOf === undefined ? status : 'duplicate';
	if (leftOut) row.left_out = leftOut.left_out;
	if (body?.scheduled_at !== undefined) row.scheduled_at = body.scheduled_at;
	Object.assign(row, shownSettings(parts));
	if (duplicateOf !== undefined) row.duplicate_of_item = duplicateOf;
	return row;
}

/** The row of an item whose message an earlier run of this execution has sent. */
export const repeatedRow = (item: Item, earlier: EarlierMessage): IDataObject => ({
	...campaignRow(item, 'duplicate', {}),
	duplicate_of_run: earlier.run,
	duplicate_of_item: earlier.item,
});
