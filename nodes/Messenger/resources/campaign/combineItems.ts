import type { INodeProperties, IDataObject } from 'n8n-workflow';

import { withoutSpaces } from '../../input/phoneNumber';
import { positiveInteger } from '../../input/positiveInteger';
import type { CheckedItem, PlannedRequest, RunFacts } from '../../run/operation';
import { yieldToEventLoop } from '../../run/yieldToEventLoop';
import type { CampaignParams } from './campaignFields';
import { skipsDuplicates } from './duplicates';
import { recipientsOf, type RecipientForm } from './recipientInput';
import { effectiveMode, type Campaigns } from './sendMode';

/** What the parameters of Send to Input Items put together for one item. */
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

interface Campaign {
	members: Member[];
	/** The first item of each number; numbers are compared without their spaces. */
	itemByNumber: Map<string, number>;
	/** Most recipients of a request; a test run sends each campaign once. */
	size: number;
}

/** @throws InvalidInput where it is not a whole number of at least 1 */
export function sizeOf({ options }: SendToItemsParams): number {
	const size = options?.recipientsPerRequest ?? recipientsPerRequest.default;
	return positiveInteger(size, recipientsPerRequest);
}

/**
 * Groups the items into as few requests as the service accepts, and skips duplicates. Items with equal settings
 * share a campaign, in order of first appearance. Time and memory grow linearly with the items.
 */
export async function combineItems(items: Member[], facts: RunFacts): Promise<Campaigns> {
	const bySettings = new Map<string, Campaign>();
	const duplicates: Campaigns['duplicates'] = [];
	for (const member of items) {
		await yieldToEventLoop();
		const { itemIndex, params, parts } = member;
		const mode = effectiveMode(params, facts);
		const settings = `${mode} ${settingsOf(parts.body)}`;
		const campaign: Campaign = bySettings.get(settings) ?? {
			members: [],
			itemByNumber: new Map(),
			size: Infinity,
		};
		bySettings.set(settings, campaign);
		const number = numberOf(member);
		const plainNumber = withoutSpaces(number);
		const firstItem = campaign.itemByNumber.get(plainNumber);
		if (firstItem !== undefined && skipsDuplicates(params)) {
			const output = {
				messenger_number: number,
				skipped: 'duplicate',
				duplicate_of_item: firstItem,
			};
			duplicates.push({ itemIndex, firstItem, output });
			continue;
		}
		campaign.itemByNumber.set(plainNumber, firstItem ?? itemIndex);
		campaign.members.push(member);
		if (mode !== 'test') campaign.size = Math.min(campaign.size, sizeOf(params));
	}
	const campaigns = [];
	for (const { members, size } of bySettings.values()) {
		const requests = [];
		for (let start = 0; start < members.length; start += size) {
			await yieldToEventLoop();
			requests.push(requestOf(members.slice(start, start + size)));
		}
		campaigns.push(requests);
	}
	return { campaigns, duplicates };
}

/** Times within the same minute are the same time: clocks and expressions are not more exact. */
function settingsOf(body: IDataObject = {}) {
	const minute = Math.floor(Date.parse(String(body.scheduled_at)) / 60_000);
	return JSON.stringify({ ...body, recipient: undefined, scheduled_at: minute });
}

function numberOf({ parts }: Member) {
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
