import type { IDataObject } from 'n8n-workflow';

import type { CheckedItem, Plan, RequestParts, RunFacts } from '../../../runtime/run/operation';
import type { Failure } from '../../../runtime/run/outcome';
import { yieldToEventLoop } from '../../../runtime/run/yieldToEventLoop';
import type { CampaignParams } from './campaignFields';
import { campaignHint } from './campaignHint';
import type { CampaignRequest, Item } from './campaignRequest';
import { campaignRow, repeatedRow, type SendStatus } from './campaignRows';
import { combineItems, type Campaign } from './combineItems';
import { earlierMessages, type EarlierMessage, type EarlierMessages } from './earlierMessages';
import { checkMaxRecipients } from './maxRecipients';
import { recipientsOf } from './recipientInput';
import { requiredTestNumber } from './sendMode';

type Ended = Map<number, { fields: IDataObject } | Failure>;

/**
 * Plans a run's campaigns by their send mode: requests to the recipients, one request to the test number, or only
 * output that shows them (docs/node-contract.md, M2 to M4).
 *
 * @throws InvalidInput if more recipients would be reached than Maximum Recipients allows
 */
export async function planCampaigns(
	checked: Array<CheckedItem<CampaignParams>>,
	facts: RunFacts,
): Promise<Plan<CampaignParams>> {
	const items = checked as Item[];
	const earlier = await earlierMessages(facts);
	const { campaigns, repeated } = await combineItems(items, earlier, facts);
	const tests = testsOf(campaigns, earlier);
	const requestsOf = (isWanted: (campaign: Campaign) => boolean) =>
		campaigns.filter(isWanted).flatMap(({ requests }) => requests);
	const reached = requestsOf(({ mode }) => mode !== 'test').reduce(
		(sum, { parts }) => sum + recipientsOf(parts.body).length,
		tests.size,
	);
	checkMaxRecipients(items, reached, earlier.count);
	const ended: Ended = new Map(
		repeated.map(({ item, earlier }) => [item.itemIndex, endOf(item, earlier)]),
	);
	for (const campaign of campaigns) await showUnsent(campaign, tests, facts, ended);
	return {
		requests: [
			...requestsOf(({ mode }) => mode === 'send').map(withRows),
			...[...tests.values()].map(testRequest),
		],
		ended,
		hint: async (ended) => await campaignHint(campaigns, facts, ended),
	};
}

const statusOf = ({ body }: RequestParts): SendStatus =>
	body?.scheduled_at === undefined ? 'sent' : 'scheduled';

/** A request to its recipients, with the rows of its members. */
function withRows(request: CampaignRequest): CampaignRequest {
	const { parts } = request;
	return {
		...request,
		memberFields: (member) => campaignRow(member as Item, statusOf(parts), parts),
	};
}

/** The first request of each campaign that is to be tested, by its settings: equal settings are one campaign (M3). */
function testsOf(campaigns: Campaign[], earlier: EarlierMessages): Map<string, CampaignRequest> {
	const tests = new Map<string, CampaignRequest>();
	for (const { mode, requests } of campaigns) {
		const [request] = requests as [CampaignRequest];
		const { groupKey } = request.parts;
		if (mode === 'test' && !tests.has(groupKey) && !earlier.wasTested(request.parts)) {
			tests.set(groupKey, request);
		}
	}
	return tests;
}

/** The campaign as its first recipient would get it, but now, and addressed to the test number. */
function testRequest({ parts, members: [first] }: CampaignRequest): CampaignRequest {
	const messenger_number = requiredTestNumber(first!.params);
	const body = { ...parts.body };
	delete body.scheduled_at;
	const recipient = [{ ...recipientsOf(first!.parts.body)[0], messenger_number }];
	const test = { ...parts, body: { ...body, recipient } };
	const member = { ...first!, parts: test };
	return {
		parts: test,
		members: [member],
		isTest: true,
		memberFields: () => ({ ...campaignRow(member, 'test', test), messenger_number }),
	};
}

/** Ends the items of a preview or a test that are only shown. */
async function showUnsent(
	{ mode, requests }: Campaign,
	tests: Map<string, CampaignRequest>,
	{ isTool }: RunFacts,
	ended: Ended,
): Promise<void> {
	if (mode === 'send') return;
	for (const request of requests) {
		const { parts, members } = request;
		const isTested = tests.get(parts.groupKey) === request;
		for (const [position, member] of members.entries()) {
			await yieldToEventLoop();
			if (position === 0 && isTested) continue;
			const fields = {
				...campaignRow(member, 'preview', parts),
				...(isTool && { message: 'Nothing was sent: this tool only shows what would be sent' }),
			};
			ended.set(member.itemIndex, { fields });
		}
	}
}

/** The message of an earlier run ends the item, too. */
function endOf(item: Item, earlier: EarlierMessage): { fields: IDataObject } | Failure {
	if (!earlier.isUncertain) return { fields: repeatedRow(item, earlier) };
	return {
		state: 'uncertain',
		message: 'an earlier round may have sent it to this number',
		description: 'Check in the service whether it arrived.',
	};
}
