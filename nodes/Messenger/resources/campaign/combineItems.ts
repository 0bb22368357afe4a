import type { INodeProperties } from 'n8n-workflow';

import { choice } from '../../../runtime/input/choice';
import { positiveInteger } from '../../../runtime/input/positiveInteger';
import type { RunFacts } from '../../../runtime/run/operation';
import { yieldToEventLoop } from '../../../runtime/run/yieldToEventLoop';
import type { CampaignParams } from './campaignFields';
import type { CampaignRequest, CombiningOptions, Item } from './campaignRequest';
import type { EarlierMessage, EarlierMessages } from './earlierMessages';
import { recipientsOf } from './recipientInput';
import { runModeOf, type RunMode } from './sendMode';

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
	description: 'What to do when a campaign reaches a number more than once',
	options: [
		{ name: 'Send Each', value: 'send', description: 'Send the message once for each item' },
		{
			name: 'Skip',
			value: 'skip',
			description:
				'Send the message once in an execution, also if this node runs several times (Loop Over Items, branches)',
		},
	],
};

/** @throws InvalidInput if a choice is not in its list, or a request would have less than one recipient */
export function combiningOptions({ options }: CampaignParams): CombiningOptions {
	const size = options?.recipientsPerRequest ?? recipientsPerRequest.default;
	return {
		size: positiveInteger(size, recipientsPerRequest),
		skipsDuplicates: choice(options, duplicates) === 'skip',
	};
}

/** Requests with the same settings, as they are sent or, in a preview or a test, as a real run would send them. */
export interface Campaign {
	requests: CampaignRequest[];
	mode: RunMode;
}

/** Items in as few requests as the service accepts, and those whose message an earlier run has sent. */
interface Combined {
	campaigns: Campaign[];
	repeated: Array<{ item: Item; earlier: EarlierMessage }>;
}

/**
 * Groups the items into as few requests as the service accepts, and parts duplicates from them. Items with equal
 * settings share a campaign, in order of first appearance; each of Send is one of its own. Time and memory grow linearly
 * with the items.
 */
export async function combineItems(
	items: Item[],
	earlier: EarlierMessages,
	facts: RunFacts,
): Promise<Combined> {
	const groups = new Map<string | Item, Item[]>();
	const repeated: Combined['repeated'] = [];
	for (const item of items) {
		await yieldToEventLoop();
		const { combining, groupKey } = item.parts;
		const message = combining?.skipsDuplicates && earlier.messageTo(item.parts);
		if (message) {
			repeated.push({ item, earlier: message });
			continue;
		}
		const key = combining ? groupKey : item;
		const group = groups.get(key) ?? [];
		group.push(item);
		groups.set(key, group);
	}
	const campaigns: Campaign[] = [];
	for (const group of groups.values()) {
		const mode = runModeOf(group[0]!.params, facts);
		campaigns.push({ requests: await requestsOf(group), mode });
	}
	return { campaigns, repeated };
}

async function requestsOf(items: Item[]): Promise<CampaignRequest[]> {
	const members: Item[] = [];
	const duplicates: Array<{ item: Item; first: number }> = [];
	/** The place of each number's first item among the members. */
	const places = new Map<unknown, number>();
	let size = Infinity;
	for (const item of items) {
		await yieldToEventLoop();
		const number = recipientsOf(item.parts.body)[0]?.messenger_number;
		const { skipsDuplicates = false, size: largest = Infinity } = item.parts.combining ?? {};
		const first = places.get(number);
		if (first !== undefined && skipsDuplicates) {
			duplicates.push({ item, first });
			continue;
		}
		places.set(number, first ?? members.length);
		members.push(item);
		size = Math.min(size, largest);
	}
	const requests: CampaignRequest[] = [];
	for (let start = 0; start < members.length; start += size) {
		await yieldToEventLoop();
		const some = members.slice(start, start + size);
		const [{ parts }] = some as [Item];
		const recipient = some.flatMap(({ parts: { body } }) => recipientsOf(body));
		requests.push({ parts: { ...parts, body: { ...parts.body, recipient } }, members: [...some] });
	}
	for (const { item, first } of duplicates) {
		const duplicateOf = members[first]!.itemIndex;
		requests[Math.floor(first / size)]!.members.push({ ...item, duplicateOf });
	}
	return requests;
}
