import type { IDataObject } from 'n8n-workflow';

import type { Member, Plan, RequestParts, RunFacts } from '../../../runtime/run/operation';
import { yieldToEventLoop } from '../../../runtime/run/yieldToEventLoop';
import type { CampaignParams } from './campaignFields';
import { campaignHint, type PlannedCampaign } from './campaignHint';
import { campaignOperation, type CampaignRequest, type Item } from './campaignRequest';
import { campaignRow, repeatedRow, type NameRecipients, type SendStatus } from './campaignRows';
import type { Combined } from './combineItems';
import type { EarlierMessage, EarlierMessages } from './earlierMessages';
import { checkMaxRecipients } from './maxRecipients';
import { recipientsOf } from './recipientInput';
import { requiredTestNumber, runModeOf } from './sendMode';

type Ended = Map<number, { fields: IDataObject }>;

const { method, url } = campaignOperation.endpoint;

/**
 * Plans a run's campaigns by their send mode: requests to the recipients, one request to the test number, or only
 * output that shows them (docs/node-contract.md, M2 to M4).
 *
 * @param items all items of the run
 * @param adviceOnRepeats the hint's advice if a number gets a campaign more than once
 * @throws InvalidInput if more recipients would be reached than Maximum Recipients allows
 */
export async function planCampaigns(
	items: Item[],
	{ campaigns, repeated }: Combined,
	facts: RunFacts,
	earlier: EarlierMessages,
	nameRecipients: NameRecipients,
	adviceOnRepeats = '',
): Promise<Plan<CampaignParams>> {
	const planned = campaigns.map(({ requests }): PlannedCampaign => {
		const [
			{
				members: [first],
			},
		] = requests as [CampaignRequest];
		return { requests, mode: runModeOf(first!.params, facts) };
	});
	const real = planned.filter(({ mode }) => mode === 'send').flatMap(({ requests }) => requests);
	const tests = testsOf(planned, earlier);
	const ended: Ended = new Map();
	for (const campaign of planned) await showUnsent(campaign, tests, nameRecipients, facts, ended);
	const reached = planned
		.filter(({ mode }) => mode !== 'test')
		.flatMap(({ requests }) => requests)
		.reduce((sum, { parts }) => sum + recipientsOf(parts.body).length, tests.size);
	checkMaxRecipients(items, reached, earlier.count);
	const outcomes = repeated.map(
		({ item, earlier }) => [item.itemIndex, endOf(item, earlier)] as const,
	);
	return {
		requests: [
			...real.map((request) => withRows(request, nameRecipients)),
			...[...tests.values()].map((request) => testRequest(request, nameRecipients)),
		],
		ended: new Map([...ended, ...outcomes]),
		hint: async (run) =>
			await campaignHint({ planned, items, repeated, facts, adviceOnRepeats }, run),
	};
}

const statusOf = ({ body }: RequestParts): SendStatus =>
	body?.scheduled_at === undefined ? 'sent' : 'scheduled';

/** A request to its recipients, with the rows of its members. */
function withRows(request: CampaignRequest, nameRecipients: NameRecipients): CampaignRequest {
	const { parts } = request;
	return {
		...request,
		memberFields: (member) => memberRow(nameRecipients, member as Item, statusOf(parts), parts),
	};
}

/** The row of an item, or of the duplicate of one. */
function memberRow(
	nameRecipients: NameRecipients,
	member: Item & Member<CampaignParams>,
	status: SendStatus,
	request: RequestParts,
): IDataObject {
	const { duplicateOf } = member;
	if (duplicateOf === undefined) return campaignRow(nameRecipients, member, status, request);
	const row = campaignRow(nameRecipients, member, 'duplicate', request);
	return Object.assign(row, { duplicate_of_item: duplicateOf });
}

/** The first request of each campaign that is to be tested, by its settings: equal settings are one campaign (M3). */
function testsOf(
	planned: PlannedCampaign[],
	earlier: EarlierMessages,
): Map<string, CampaignRequest> {
	const tests = new Map<string, CampaignRequest>();
	for (const { mode, requests } of planned) {
		const [request] = requests as [CampaignRequest];
		const { groupKey } = request.parts;
		if (mode === 'test' && !tests.has(groupKey) && !earlier.wasTested(request.parts)) {
			tests.set(groupKey, request);
		}
	}
	return tests;
}

/** The campaign as its first recipient would get it, but now, and addressed to the test number. */
function testRequest(
	{ parts, members: [first] }: CampaignRequest,
	nameRecipients: NameRecipients,
): CampaignRequest {
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
		memberFields: () => ({
			...campaignRow(nameRecipients, member, 'test', test),
			messenger_number,
		}),
	};
}

/** Ends the items of a preview or a test that are only shown. The first of each request shows the request. */
async function showUnsent(
	{ mode, requests }: PlannedCampaign,
	tests: Map<string, CampaignRequest>,
	nameRecipients: NameRecipients,
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
				...memberRow(nameRecipients, member, 'preview', parts),
				...(isTool && { message: 'Nothing was sent: this tool only shows what would be sent' }),
				...(position === 0 && mode === 'preview' && { request: { method, url, body: parts.body } }),
			};
			ended.set(member.itemIndex, { fields });
		}
	}
}

/** The message of an earlier run ends the item, too; if that is uncertain, in the same words. */
function endOf(item: Item, earlier: EarlierMessage) {
	if (!earlier.isUncertain) return { fields: repeatedRow(item, earlier) };
	const { error, message } = earlier.fields;
	return {
		state: 'uncertain',
		message: String(error).replace(/^May have been sent(?: by an earlier try)?: /, ''),
		description: String(message ?? ''),
	} as const;
}
