import type { INodeProperties, IDataObject } from 'n8n-workflow';

import { positiveInteger } from '../../input/positiveInteger';
import type { CheckedItem, PlannedRequest, RunFacts } from '../../run/operation';
import { yieldToEventLoop } from '../../run/yieldToEventLoop';
import { inBody } from '../fields';
import { recipientsOf } from './campaignBody';
import type { CampaignParams } from './campaignParams';
import { firstItemWith, skipsDuplicates, type Duplicate } from './duplicates';
import type { RecipientFields } from './recipientInput';
import { effectiveMode } from './sendMode';

/** What the parameters of Send to Input Items put together for one item. */
export interface SendToItemsParams extends CampaignParams {
	recipient?: RecipientFields;
}

/** Requests with more recipients may be too large; the service does not document its limit. */
export const recipientsPerRequest: INodeProperties = {
	displayName: 'Recipients per Request',
	name: 'recipientsPerRequest',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 500,
	routing: inBody('options.recipientsPerRequest'),
	description:
		'Maximum number of recipients in one request. Lower it if the service refuses large requests.',
};

type Member = CheckedItem<SendToItemsParams>;

/** The items of one campaign. */
interface Campaign {
	members: Member[];
	itemByNumber: Map<string, number>;
	/** Most recipients of a request; a test run sends each campaign once. */
	size: number;
}

/**
 * How many recipients an item allows in a request.
 *
 * @throws InvalidInput where it is not a whole number of at least 1
 */
export function sizeOf({ options }: SendToItemsParams): number {
	const size = options?.recipientsPerRequest ?? recipientsPerRequest.default;
	return positiveInteger(size, recipientsPerRequest);
}

/**
 * Makes as few requests of the items as the service takes: items with equal settings share a campaign, in order
 * of first appearance, and a campaign is split by size (docs/node-contract.md, `sendToItems`). Time and memory
 * grow linearly with the items.
 *
 * @returns for each campaign its requests; and the items that are left out
 */
export async function combineItems(
	items: Member[],
	facts: RunFacts,
): Promise<{
	campaigns: Array<Array<PlannedRequest<SendToItemsParams>>>;
	duplicates: Duplicate[];
}> {
	const campaigns = new Map<string, Campaign>();
	const duplicates: Duplicate[] = [];
	for (const member of items) {
		await yieldToEventLoop();
		const { itemIndex, params, parts } = member;
		const mode = effectiveMode(params, facts);
		const settings = `${mode} ${settingsOf(parts.body)}`;
		let campaign = campaigns.get(settings);
		if (campaign === undefined) {
			campaign = { members: [], itemByNumber: new Map(), size: Infinity };
			campaigns.set(settings, campaign);
		}
		const messengerNumber = numberOf(member);
		const of = firstItemWith(messengerNumber, itemIndex, campaign.itemByNumber);
		if (of !== undefined && skipsDuplicates(params)) {
			duplicates.push({ itemIndex, of, messengerNumber });
		} else {
			campaign.members.push(member);
			if (mode !== 'test') campaign.size = Math.min(campaign.size, sizeOf(params));
		}
	}
	const requests = [];
	for (const { members, size } of campaigns.values()) {
		const parts = [];
		for (let start = 0; start < members.length; start += size) {
			await yieldToEventLoop();
			parts.push(requestOf(members.slice(start, start + size)));
		}
		requests.push(parts);
	}
	return { campaigns: requests, duplicates };
}

/** Times within the same minute are the same time: clocks and expressions are not more exact. */
function settingsOf(body: IDataObject = {}): string {
	const { scheduled_at: time, ...others } = body;
	const minute = typeof time === 'string' ? Math.floor(Date.parse(time) / 60_000) : '';
	return JSON.stringify([{ ...others, recipient: undefined }, minute]);
}

function numberOf({ parts }: Member): string {
	return String(recipientsOf(parts.body)[0]?.messenger_number);
}

function requestOf(members: Member[]): PlannedRequest<SendToItemsParams> {
	const recipient = members.flatMap(({ parts }) => recipientsOf(parts.body));
	return {
		parts: { body: { ...members[0]?.parts.body, recipient } },
		members,
		memberItems: (items, member) =>
			items.map((item) => ({ ...item, messenger_number: numberOf(member) })),
	};
}
