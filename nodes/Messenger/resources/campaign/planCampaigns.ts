import type { IDataObject } from 'n8n-workflow';

import { refuse } from '../../../runtime/input/InvalidInput';
import type { CheckedItem, Plan, RunFacts } from '../../../runtime/run/operation';
import type { Failure } from '../../../runtime/run/outcome';
import { yieldToEventLoop } from '../../../runtime/engine/yieldToEventLoop';
import { maxRecipients, recipientsPerRequest, type CampaignParams } from './campaignFields';
import { campaignHint, campaignRow } from './campaignReport';
import type { CampaignRequest, Item } from './campaignRequest';
import { earlierMessages, messageKey, type EarlierMessages } from './earlierMessages';
import { recipientsOf } from './recipients';

/** The items that end without a request, as `ended` of a plan has them. */
type Ended = Map<number, { fields: IDataObject } | Failure>;

/** Plans what is sent, tested or only shown. @throws InvalidInput if Maximum Recipients allows fewer than would be reached */
export async function planCampaigns(
	checked: Array<CheckedItem<CampaignParams>>,
	facts: RunFacts,
): Promise<Plan<CampaignParams>> {
	const items = checked as Item[];
	const earlier = await earlierMessages(facts);
	const { requests, ended } = await groupItems(items, earlier);
	const tests = testsOf(requests, earlier);
	let reached = tests.size;
	for (const { parts } of requests) {
		if (parts.mode !== 'test') reached += recipientsOf(parts.body).length;
	}
	checkMaxRecipients(items, reached, earlier.count);
	await showUnsent(requests, tests, facts, ended);
	const real = requests.filter(({ parts }) => parts.mode === 'send');
	return {
		requests: [...real, ...[...tests].map(testRequest)],
		ended,
		hint: async (run) => await campaignHint(requests, facts, run, earlier.count),
	};
}

/**
 * Parts the items whose message another item has, of an earlier run or of this one, and groups the others by their
 * settings, in order of first appearance; each of Send is a group of its own. Time and memory grow linearly.
 */
async function groupItems(items: Item[], earlier: EarlierMessages) {
	const ended: Ended = new Map();
	const groups = new Map<string | Item, Item[]>();
	/** The other items with the message of a first one. */
	const duplicates = new Map<Item, Item[]>();
	/** The first item of this run with a message, by its mode: what is only shown has not been sent. */
	const firsts = new Map<string, Item>();
	for (const item of items) {
		await yieldToEventLoop();
		const { groupKey, campaignKey, mode, body } = item.parts;
		if (groupKey !== undefined) {
			const skipsDuplicates = item.params.options?.duplicates !== 'send';
			const message = messageKey(campaignKey, recipientsOf(body)[0]?.messenger_number);
			const sent = earlier.messages.get(message);
			const first = firsts.get(mode + message);
			if (skipsDuplicates && sent) {
				ended.set(item.itemIndex, endOf(item, sent));
				continue;
			}
			if (skipsDuplicates && first) {
				add(duplicates, first, { ...item, isDuplicate: true });
				continue;
			}
			if (!first) firsts.set(mode + message, item);
		}
		add(groups, groupKey ?? item, item);
	}
	const requests: CampaignRequest[][] = [];
	for (const group of groups.values()) requests.push(await requestsOf(group, duplicates));
	return { requests: requests.flat(), ended };
}

function add<Key>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
	const list = lists.get(key);
	if (list) list.push(item);
	else lists.set(key, [item]);
}

/** The maximum number of recipients in a request. */
const sizeOf = ({ options }: CampaignParams) =>
	options?.recipientsPerRequest ?? Number(recipientsPerRequest.default);

/** The requests of items with equal settings. Of several sizes the smallest counts. Duplicates end as their first item. */
async function requestsOf(
	items: Item[],
	duplicates: ReadonlyMap<Item, Item[]>,
): Promise<CampaignRequest[]> {
	let size = Infinity;
	for (const { params } of items) size = Math.min(size, sizeOf(params));
	const requests: CampaignRequest[] = [];
	for (let start = 0; start < items.length; start += size) {
		await yieldToEventLoop();
		const firsts = items.slice(start, start + size);
		const [{ parts }] = firsts as [Item];
		const recipient = firsts.flatMap(({ parts: { body } }) => recipientsOf(body));
		requests.push({
			parts: { ...parts, body: { ...parts.body, recipient } },
			members: [...firsts, ...firsts.flatMap((first) => duplicates.get(first) ?? [])],
		});
	}
	return requests;
}

/** The message of an earlier run ends the item, too. */
function endOf(item: Item, earlier: 'sent' | 'uncertain'): { fields: IDataObject } | Failure {
	if (earlier === 'sent') return { fields: campaignRow(item, 'duplicate', {}) };
	return {
		state: 'uncertain',
		itemIndex: item.itemIndex,
		message: 'an earlier run may have sent it to this number',
		description: 'Check in the service whether it arrived.',
	};
}

/** Of several limits, the smallest counts. @param before messages of earlier runs @throws InvalidInput if it is exceeded */
function checkMaxRecipients(items: Item[], reached: number, before: number): void {
	let max = Infinity;
	for (const { params } of items) max = Math.min(max, params.options?.maxRecipients ?? Infinity);
	if (reached === 0 || before + reached <= max) return;
	const earlier = before > 0 ? `, after ${before} in earlier runs of this execution` : '';
	refuse(
		maxRecipients,
		`is ${max}, and this run would reach ${reached} recipients${earlier}`,
		"Check the input items, or raise 'Maximum Recipients' in the options.",
	);
}

/** The first request of each campaign that is to be tested. */
function testsOf(requests: CampaignRequest[], { tested }: EarlierMessages): Set<CampaignRequest> {
	const tests = new Map<string, CampaignRequest>();
	for (const request of requests) {
		const { mode, campaignKey } = request.parts;
		const isTested = tests.has(campaignKey) || tested.has(campaignKey);
		if (mode === 'test' && !isTested) tests.set(campaignKey, request);
	}
	return new Set(tests.values());
}

/** The campaign as its first recipient would get it, but now, and addressed to the test number. */
function testRequest({ parts, members: [first] }: CampaignRequest): CampaignRequest {
	const { params } = first!;
	const messenger_number = params.testNumber;
	const recipient = [{ ...recipientsOf(params.body)[0], messenger_number }];
	const body = { ...params.body, recipient };
	delete body.scheduled_at;
	const test = { ...parts, body };
	const member = { ...first!, params: { ...params, body }, parts: test };
	return { parts: test, members: [member], isTest: true };
}

async function showUnsent(
	requests: CampaignRequest[],
	tests: ReadonlySet<CampaignRequest>,
	{ isTool }: RunFacts,
	ended: Ended,
): Promise<void> {
	for (const request of requests) {
		const { parts, members } = request;
		if (parts.mode === 'send') continue;
		for (const [position, member] of members.entries()) {
			await yieldToEventLoop();
			if (position === 0 && tests.has(request)) continue;
			const fields = {
				...campaignRow(member, 'preview', parts),
				...(isTool && { message: 'Nothing was sent: this tool only shows what would be sent' }),
			};
			ended.set(member.itemIndex, { fields });
		}
	}
}
