import type { INodeProperties } from 'n8n-workflow';

import { choice } from '../../../runtime/input/choice';
import { positiveInteger } from '../../../runtime/input/positiveInteger';
import { yieldToEventLoop } from '../../../runtime/run/yieldToEventLoop';
import type { CampaignParams } from './campaignFields';
import { recipientsOf } from './recipientInput';
import type { Campaign, Member } from './planCampaigns';

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

export const duplicates: INodeProperties = {
	displayName: 'Duplicates',
	name: 'duplicates',
	type: 'options',
	default: 'skip',
	description: 'What to do when a campaign contains a number more than once',
	options: [
		{ name: 'Send Each', value: 'send', description: 'Send the message once for each item' },
		{
			name: 'Skip',
			value: 'skip',
			description: 'Send the message once, and mark the other items in the output',
		},
	],
};

/** @throws InvalidInput if a choice is not in its list, or a request would have less than one recipient */
export function combiningOptions({ options }: CampaignParams) {
	const size = options?.recipientsPerRequest ?? recipientsPerRequest.default;
	return {
		size: positiveInteger(size, recipientsPerRequest),
		skipsDuplicates: choice(options, duplicates) === 'skip',
	};
}

/**
 * Groups the items into as few requests as the service accepts, and parts duplicates from them. Items with equal
 * settings share a campaign, in order of first appearance. Time and memory grow linearly with the items.
 */
export async function combineItems(items: Member[]): Promise<Campaign[]> {
	const groups = new Map<string | undefined, Member[]>();
	for (const member of items) {
		const { groupKey } = member.parts;
		const group = groups.get(groupKey);
		if (group) group.push(member);
		else groups.set(groupKey, [member]);
	}
	const campaigns: Campaign[] = [];
	for (const group of groups.values()) campaigns.push(await campaignOf(group));
	return campaigns;
}

async function campaignOf(items: Member[]): Promise<Campaign> {
	const members: Member[] = [];
	const duplicates: Campaign['duplicates'] = [];
	const itemByNumber = new Map<unknown, number>();
	let size = Infinity;
	for (const member of items) {
		await yieldToEventLoop();
		const { itemIndex, params, parts } = member;
		const number = recipientsOf(parts.body)[0]?.messenger_number;
		const options = combiningOptions(params);
		const firstItem = itemByNumber.get(number);
		if (firstItem !== undefined && options.skipsDuplicates) {
			duplicates.push({ member, firstItem });
			continue;
		}
		itemByNumber.set(number, firstItem ?? itemIndex);
		members.push(member);
		size = Math.min(size, options.size);
	}
	const requests = [];
	for (let start = 0; start < members.length; start += size) {
		await yieldToEventLoop();
		const some = members.slice(start, start + size);
		const { body, groupKey } = some[0]!.parts;
		const recipient = some.flatMap(({ parts }) => recipientsOf(parts.body));
		requests.push({ parts: { body: { ...body, recipient }, groupKey }, members: some });
	}
	return { requests, duplicates };
}
