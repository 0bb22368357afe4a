import type { IDataObject } from 'n8n-workflow';

import { withoutSpaces } from '../../input/phoneNumber';
import { campaignRequest } from './campaignRequest';
import type { ServiceRequest } from '../../request/service';

/** An input item as a recipient of its campaign, checked. */
export interface ItemRecipient {
	itemIndex: number;
	/** The campaign's settings in the service's form. */
	settings: IDataObject;
	/** In the service's field names; has a `messenger_number`. */
	recipient: IDataObject;
	/** Whether an earlier try of the node sent it: it counts for duplicates only. */
	alreadySent: boolean;
}

/** One request, with the input items whose recipients it holds. */
export interface PlannedRequest {
	request: ServiceRequest;
	members: ItemRecipient[];
}

/** All requests of a run, and which items need none. */
export interface Plan {
	requests: PlannedRequest[];
	/** Items whose number is already in their campaign, each with the item that has it. */
	duplicates: Array<{ itemIndex: number; messengerNumber: string; sentWith: number }>;
}

/**
 * Makes as few requests of the items as the service takes: items with equal settings share a
 * campaign, in order of first appearance, and a campaign is split by size (node contract,
 * `sendToItems`). Time and memory grow linearly with the items.
 *
 * @param skipDuplicates whether a number that comes again in a campaign is left out; spaces do not count
 */
export function planRequests(
	recipients: ItemRecipient[],
	recipientsPerRequest: number,
	skipDuplicates: boolean,
): Plan {
	const campaigns = new Map<
		string,
		{ members: ItemRecipient[]; itemByNumber: Map<string, number> }
	>();
	const duplicates: Plan['duplicates'] = [];
	for (const member of recipients) {
		const key = JSON.stringify(member.settings);
		let campaign = campaigns.get(key);
		if (campaign === undefined) {
			campaign = { members: [], itemByNumber: new Map() };
			campaigns.set(key, campaign);
		}
		const messengerNumber = String(member.recipient.messenger_number);
		const sentWith = campaign.itemByNumber.get(withoutSpaces(messengerNumber));
		if (skipDuplicates && sentWith !== undefined) {
			duplicates.push({ itemIndex: member.itemIndex, messengerNumber, sentWith });
		} else {
			campaign.itemByNumber.set(withoutSpaces(messengerNumber), member.itemIndex);
			if (!member.alreadySent) campaign.members.push(member);
		}
	}
	const requests = [...campaigns.values()].flatMap(({ members }) =>
		split(members, recipientsPerRequest),
	);
	return { requests, duplicates };
}

function split(members: ItemRecipient[], size: number): PlannedRequest[] {
	const requests: PlannedRequest[] = [];
	for (let start = 0; start < members.length; start += size) {
		const part = members.slice(start, start + size);
		requests.push({
			request: campaignRequest(
				part[0]!.settings,
				part.map(({ recipient }) => recipient),
			),
			members: part,
		});
	}
	return requests;
}
