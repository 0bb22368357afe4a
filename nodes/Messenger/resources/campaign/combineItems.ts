import type { IDataObject } from 'n8n-workflow';

import { choice } from '../../input/choice';
import { withoutSpaces } from '../../input/phoneNumber';
import { positiveInteger } from '../../input/positiveInteger';
import type { CheckedItem, PlannedRequest, RunFacts } from '../../run/operation';
import type { Breather } from '../../run/Breather';
import { recipientsOf, type SentCampaign } from './campaignBody';
import { duplicates, recipientsPerRequest } from './campaignParameters';
import { effectiveMode, effectiveModes, type Duplicate, type EffectiveMode } from './mode';
import type { RecipientFields } from './recipients';

/** What the parameters of Send to Input Items put together for one item. */
export interface SentToItems extends SentCampaign {
	recipient?: RecipientFields;
	options?: SentCampaign['options'] & { recipientsPerRequest?: unknown; duplicates?: unknown };
}

type Member = CheckedItem<SentToItems>;

/** The items of one campaign. */
interface Campaign {
	/** What tells it from others. */
	settings: string;
	members: Member[];
	/** The item that has a number, written without spaces. */
	itemByNumber: Map<string, number>;
	/** Most recipients of a request; a test run sends each campaign once. */
	size: number;
}

/**
 * How many recipients an item allows in a request.
 *
 * @throws InvalidInput where it is not a whole number of at least 1
 */
export function sizeOf({ options }: SentToItems): number {
	const size = options?.recipientsPerRequest ?? recipientsPerRequest.default;
	return positiveInteger(size, recipientsPerRequest);
}

/**
 * Makes as few requests of the items as the service takes: items with equal settings share a
 * campaign, in order of first appearance, and a campaign is split by size
 * (docs/node-contract.md, `sendToItems`). Time and memory grow linearly with the items.
 *
 * @param items those that an earlier try sent count for duplicates only
 */
export async function combineItems(
	items: Member[],
	facts: RunFacts,
	breather: Breather,
): Promise<{ requests: Array<PlannedRequest<SentToItems>>; duplicates: Duplicate[] }> {
	const campaigns = new Map<string, Campaign>();
	const campaignOf = (mode: EffectiveMode, settings: string) => {
		const key = `${mode} ${settings}`;
		let campaign = campaigns.get(key);
		if (campaign === undefined) {
			campaign = { settings, members: [], itemByNumber: new Map(), size: Infinity };
			campaigns.set(key, campaign);
		}
		return campaign;
	};
	const skipped: Duplicate[] = [];
	// What was sent goes first: a number that has the campaign has it for the items before it, too.
	for (const member of [
		...items.filter(({ wasSent }) => wasSent),
		...items.filter(({ wasSent }) => !wasSent),
	]) {
		await breather.breathe();
		const { itemIndex, wasSent, wasTest, sentAs, skipped: before } = member;
		const settings = sentAs?.settings ?? settingsKey(member.parts.body);
		const messengerNumber = sentAs?.key ?? numberOf(member);
		const digits = withoutSpaces(messengerNumber);
		if (wasSent) {
			// Whoever has a campaign has it for a preview and a test, too.
			for (const mode of wasTest ? (['test'] as const) : effectiveModes) {
				const { itemByNumber } = campaignOf(mode, settings);
				if (!itemByNumber.has(digits)) itemByNumber.set(digits, itemIndex);
			}
			continue;
		}
		const mode = effectiveMode(member.sent, facts);
		const campaign = campaignOf(mode, settings);
		const isSkipped = before && withoutSpaces(before.key) === digits;
		const of = campaign.itemByNumber.get(digits) ?? (isSkipped ? before.of : undefined);
		if (of === undefined) campaign.itemByNumber.set(digits, itemIndex);
		if (of !== undefined && choice(member.sent.options, duplicates) === 'skip') {
			skipped.push({ itemIndex, of, messengerNumber });
		} else {
			campaign.members.push(member);
			if (mode !== 'test') campaign.size = Math.min(campaign.size, sizeOf(member.sent));
		}
	}
	const requests: Array<PlannedRequest<SentToItems>> = [];
	for (const whole of campaigns.values()) {
		for (const part of split(whole.members, whole.size)) {
			await breather.breathe();
			requests.push({ ...requestOf(whole, part), whole });
		}
	}
	return { requests, duplicates: skipped };
}

/** Times within the same minute are the same time: clocks and expressions are not more exact. */
function settingsKey(body: IDataObject = {}): string {
	const { scheduled_at: time, ...others } = body;
	const minute = typeof time === 'string' ? Math.floor(Date.parse(time) / 60_000) : '';
	return JSON.stringify([{ ...others, recipient: undefined }, minute]);
}

function numberOf({ parts }: Member): string {
	return String(recipientsOf(parts.body)[0]?.messenger_number);
}

function* split(members: Member[], size: number): Generator<Member[]> {
	for (let start = 0; start < members.length; start += size) {
		yield members.slice(start, start + size);
	}
}

function requestOf({ settings }: Campaign, members: Member[]): PlannedRequest<SentToItems> {
	const recipient = members.flatMap(({ parts }) => recipientsOf(parts.body));
	return {
		parts: { body: { ...members[0]?.parts.body, recipient } },
		members,
		sentAs: (member) => ({ settings, key: numberOf(member) }),
		memberItems: (items, member) =>
			items.map((item) => ({ ...item, messenger_number: numberOf(member) })),
	};
}
