import type { IDataObject } from 'n8n-workflow';

import type {
	CheckedItem,
	Plan,
	PlannedRequest,
	RequestParts,
	RunFacts,
} from '../../../runtime/run/operation';
import { yieldToEventLoop } from '../../../runtime/run/yieldToEventLoop';
import type { CampaignParams } from './campaignFields';
import { campaignOperation } from './campaignRequest';
import { campaignSummary, type PlannedCampaign } from './campaignSummary';
import { checkMaxRecipients } from './maxRecipients';
import { recipientsOf } from './recipientInput';
import { requiredTestNumber, runModeOf, shownSettings } from './sendMode';

export type Member = CheckedItem<CampaignParams>;
type CampaignRequest = PlannedRequest<CampaignParams>;

/** A campaign whose send mode isn't decided yet. */
export interface Campaign {
	requests: CampaignRequest[];
	/** Items whose number an earlier one has. */
	duplicates: Array<{ member: Member; firstItem: number }>;
}

const { method, url } = campaignOperation.endpoint;

/**
 * Plans a run's campaigns by their send mode: requests to the recipients, one request to the test number, or only
 * output that shows them (docs/node-contract.md, M2 to M4).
 *
 * @param items all items of the run
 * @param nameRecipients the recipients of an item's message, for its output: `messenger_number`, or `recipients` (a count)
 * @param adviceOnRepeats the hint's advice if a number gets a campaign more than once
 * @throws InvalidInput if more recipients would be reached than Maximum Recipients allows
 */
export async function planCampaigns(
	items: Member[],
	campaigns: Campaign[],
	facts: RunFacts,
	nameRecipients: (parts: RequestParts) => IDataObject,
	adviceOnRepeats = '',
): Promise<Plan<CampaignParams>> {
	const requests: CampaignRequest[] = [];
	const outputs = new Map<number, IDataObject>();
	const duplicates: Plan['duplicates'] = [];
	const planned: PlannedCampaign[] = [];
	const tested = new Set<string | undefined>();
	let reached = 0;

	/** The output fields about an item's message, sent or only shown. The time is the one of its request. */
	const row = (member: Member, status: string, { body }: RequestParts) => ({
		...nameRecipients(member.parts),
		send_status: status,
		...member.leftOut,
		...(body?.scheduled_at !== undefined && { scheduled_at: body.scheduled_at }),
	});
	const show = (member: Member, status: string, parts: RequestParts, more?: IDataObject) => {
		const shown = { ...row(member, status, parts), ...shownSettings(parts), ...more };
		outputs.set(member.itemIndex, shown);
	};
	const send = (request: CampaignRequest, status = statusOf(request.parts)) => {
		reached += recipientsOf(request.parts.body).length;
		const memberFields = (member: Member) => row(member, status, request.parts);
		requests.push({ ...request, memberFields });
	};

	for (const campaign of campaigns) {
		const { parts: shared, members } = campaign.requests[0]!;
		const mode = runModeOf(members[0]!.params, facts);
		planned.push({ ...campaign, mode });
		for (const request of campaign.requests) {
			await yieldToEventLoop();
			if (mode === 'send') {
				send(request);
				continue;
			}
			const { parts } = request;
			const [first, ...others] = request.members;
			if (mode === 'preview') {
				reached += recipientsOf(parts.body).length;
				show(first!, 'preview', parts, { request: { method, url, body: parts.body } });
			} else if (tested.has(parts.groupKey)) show(first!, 'preview', parts);
			else {
				tested.add(parts.groupKey);
				send(toTestNumber(first!), 'test');
			}
			for (const member of others) {
				await yieldToEventLoop();
				show(member, 'preview', parts);
			}
		}
		for (const { member, firstItem } of campaign.duplicates) {
			await yieldToEventLoop();
			const duplicate = { duplicate_of_item: firstItem };
			if (mode !== 'send') show(member, 'duplicate', shared, duplicate);
			else {
				// The other columns, such as the time, are those of its first item.
				const output = { ...row(member, 'duplicate', {}), ...duplicate };
				duplicates.push({ itemIndex: member.itemIndex, firstItem, output });
			}
		}
	}
	checkMaxRecipients(items, reached);
	const { timezone = 'UTC' } = facts;
	return {
		requests,
		outputs,
		duplicates,
		summary: async (outcomes, mask) =>
			await campaignSummary({ planned, items, timezone, adviceOnRepeats }, outcomes, mask),
	};
}

const statusOf = ({ body }: RequestParts) =>
	body?.scheduled_at === undefined ? 'sent' : 'scheduled';

/** The campaign as its first recipient would get it, but addressed to the test number. The output names that number, too. */
function toTestNumber(first: Member): CampaignRequest {
	const { body } = first.parts;
	const messenger_number = requiredTestNumber(first.params);
	const parts = { body: { ...body, recipient: [{ ...recipientsOf(body)[0], messenger_number }] } };
	return { parts, members: [{ ...first, parts }], isTest: true };
}
