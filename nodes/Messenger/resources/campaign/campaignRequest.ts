import type { IDataObject } from 'n8n-workflow';

import { write } from '../../../runtime/Service';
import type { RequestParts } from '../../../runtime/http/transport';
import type { CheckedItem, PlannedRequest, RunFacts } from '../../../runtime/run/operation';
import type { CampaignParams } from './campaignFields';
import { mappedFields, recipientsOf } from './recipients';
import { runModeOf, type RunMode } from './sendMode';

export const campaignEndpoint = {
	method: 'POST',
	url: '/webhook/campaign',
	body: { type: 'template' },
	readOnly: false,
	...write,
} as const;

export interface CampaignParts extends RequestParts {
	/** The same text for items that may share a request. Without it, an item is a request of its own. */
	groupKey?: string;
	/** The same text for items of one campaign: its sender, template and language, whatever its tags and times. */
	campaignKey: string;
	mode: RunMode;
	/** The fields of its recipients that the node fills. */
	mapped: string[];
	/** True if its row is about its only recipient, and doesn't have a count of recipients. */
	namesNumber: boolean;
}

/** An item of a campaign operation: its parts are those that {@link campaignRequest} returned. */
export interface Item extends CheckedItem<CampaignParams> {
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

/** The request of an item of Send (tools/sandbox/openapi.yaml, `Campaign`). */
export function campaignRequest(params: CampaignParams, facts: RunFacts): CampaignParts {
	const { body } = params;
	return {
		body,
		campaignKey: campaignKeyOf(shownSettings(params)),
		mode: runModeOf(params, facts),
		mapped: mappedFields(facts.stored),
		// A model looks for it.
		namesNumber: facts.isTool && recipientsOf(body).length === 1,
	};
}

/** The part of a request that an item of Send to All Items is. */
export function recipientRequest(params: CampaignParams, facts: RunFacts): CampaignParts {
	const { tags, scheduled_at: time } = params.body;
	const parts = campaignRequest(params, facts);
	// Times within the same minute are the same time: clocks and expressions are not more exact.
	const minute = time?.slice(0, 'yyyy-mm-ddThh:mm'.length);
	parts.groupKey = JSON.stringify([parts.campaignKey, tags, minute, params.sendMode]);
	parts.namesNumber = true;
	return parts;
}
