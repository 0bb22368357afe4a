import type { INodeProperties } from 'n8n-workflow';

import { positiveInteger } from '../../input/positiveInteger';
import type { CheckedItem, PlannedRequest } from '../../run/operation';
import { yieldToEventLoop } from '../../run/yieldToEventLoop';
import type { CampaignParams } from './campaignFields';
import { settingsOf } from './campaignRequest';
import { skipsDuplicates } from './duplicates';
import { recipientsOf, type RecipientForm } from './recipientInput';
import type { Campaign } from './planCampaigns';
import { sendModeOf } from './sendMode';

/** What the parameters of Send to All Items put together for one item. */
export interface SendToItemsParams extends CampaignParams {
	recipient?: RecipientForm;
}

/** Requests with more recipients may be too large; the service does not document its limit. */
export const recipientsPerRequest: INodeProperties = {
	displayName: 'Recipients per Request',
	name: 'recipientsPerRequest',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 500,
	description:
		'Maximum number of recipients in one request. Lower it if the service refuses large requests.',
};

type Member = CheckedItem<SendToItemsParams>;

interface Group extends Pick<Campaign, 'duplicates'> {
	members: Member[];
	/** The first item of each number. */
	itemByNumber: Map<string, number>;
	/** Maximum recipients of a request. */
	size: number;
}

/** @throws InvalidInput where it is not a whole number of at least 1 */
export function sizeOf({ options }: SendToItemsParams): number {
	const size = options?.recipientsPerRequest ?? recipientsPerRequest.default;
	return positiveInteger(size, recipientsPerRequest);
}

/**
 * Groups the items into as few requests as the service accepts, and parts duplicates from them. Items with equal
 * settings share a campaign, in order of first appearance. Time and memory grow linearly with the items.
 */
export async function combineItems(items: Member[]): Promise<Campaign[]> {
	const groups = new Map<string, Group>();
	for (const member of items) {
		await yieldToEventLoop();
		const { itemIndex, params, parts } = member;
		const settings = `${sendModeOf(params)} ${settingsOf(parts.body)}`;
		const group: Group = groups.get(settings) ?? {
			members: [],
			duplicates: [],
			itemByNumber: new Map(),
			size: Infinity,
		};
		groups.set(settings, group);
		const number = String(recipientsOf(parts.body)[0]?.messenger_number);
		const firstItem = group.itemByNumber.get(number);
		if (firstItem !== undefined && skipsDuplicates(params)) {
			group.duplicates.push({ member, firstItem });
			continue;
		}
		group.itemByNumber.set(number, firstItem ?? itemIndex);
		group.members.push(member);
		group.size = Math.min(group.size, sizeOf(params));
	}
	const campaigns: Campaign[] = [];
	for (const { members, duplicates, size } of groups.values()) {
		const requests = [];
		for (let start = 0; start < members.length; start += size) {
			await yieldToEventLoop();
			requests.push(requestOf(members.slice(start, start + size)));
		}
		campaigns.push({ requests, duplicates });
	}
	return campaigns;
}

function requestOf(members: Member[]): PlannedRequest<SendToItemsParams> {
	const recipient = members.flatMap(({ parts }) => recipientsOf(parts.body));
	return { parts: { body: { ...members[0]?.parts.body, recipient } }, members };
}
