import type { IDataObject } from 'n8n-workflow';

import { write } from '../../../runtime/Service';
import type {
	Member,
	PlannedRequest,
	RequestParts,
	RunFacts,
} from '../../../runtime/run/operation';
import type { CampaignParams } from './campaignFields';
import { recipientsOf } from './recipients';
import { runModeOf, type RunMode } from './sendMode';

export const campaignEndpoint = {
	method: 'POST',
	url: '/webhook/campaign',
	body: { type: 'template' },
	readOnly: false,
	...write,
} as const;

export interface CampaignParts extends RequestParts {
	/** The same text for items that may share a request. */
	groupKey: string;
	/** The same text for items of one campaign: its sender, template and language, whatever its tags and times. */
	campaignKey: string;
	mode: RunMode;
	/** Of an item of Send to All Items. */
	combining?: CombiningOptions;
	/** True if its row has the number of its only recipient, and not a count of recipients. */
	namesNumber: boolean;
}

/** The options by which items become requests. */
export interface CombiningOptions {
	/** Recipients in a request, at most. */
	size: number;
	/** True if a number gets the campaign once in an execution. */
	skipsDuplicates: boolean;
}

/** An item of a campaign operation: its parts are those that {@link campaignRequest} returned. */
export interface Item extends Member<CampaignParams> {
	parts: CampaignParts;
}

/** A request of campaigns: in a preview or a test, as a real run would send it. */
export interface CampaignRequest extends PlannedRequest<CampaignParams> {
	parts: CampaignParts;
	members: Item[];
}

/** The settings of a campaign that a person looks for in a preview. */
export function shownSettings({ body = {} }: RequestParts): IDataObject {
	const { template_name: template, template_language: language } = (body.content ??
		{}) as IDataObject;
	return { from_number: body.from_number, template, language };
}

/** @param settings as {@link shownSettings} returns them, and as the rows of earlier runs have them */
export const campaignKeyOf = ({ from_number, template, language }: IDataObject): string =>
	JSON.stringify([from_number, template, language]);

/** The request of one item (tools/sandbox/openapi.yaml, `Campaign`). */
export function campaignRequest(
	params: CampaignParams,
	facts: RunFacts,
	combining?: CombiningOptions,
): CampaignParts {
	const { body, sendMode } = params;
	const { tags, scheduled_at: time } = body;
	const campaignKey = campaignKeyOf(shownSettings(params));
	// Times within the same minute are the same time: clocks and expressions are not more exact.
	const minute = time?.slice(0, 'yyyy-mm-ddThh:mm'.length);
	return {
		body,
		groupKey: JSON.stringify([campaignKey, tags, minute, sendMode]),
		campaignKey,
		mode: runModeOf(params, facts),
		combining,
		// A model looks for it.
		namesNumber: combining !== undefined || (facts.isTool && recipientsOf(body).length === 1),
	};
}
