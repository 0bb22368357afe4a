import type { IDataObject } from 'n8n-workflow';

import { write } from '../../../runtime/Service';
import { optionalFutureTime } from '../../../runtime/input/dateTime';
import { refuse } from '../../../runtime/input/InvalidInput';
import { positiveInteger } from '../../../runtime/input/positiveInteger';
import { readPhoneNumber } from '../../../runtime/input/phoneNumber';
import { parseTags } from '../../../runtime/input/tags';
import { nameText, requiredText } from '../../../runtime/input/text';
import type {
	Member,
	PlannedRequest,
	RequestParts,
	RunFacts,
} from '../../../runtime/run/operation';
import {
	fromNumber,
	maxRecipients,
	scheduledAt,
	tags,
	templateLanguage,
	templateName,
	type CampaignParams,
} from './campaignFields';
import type { Recipient } from './recipients';
import { requiredTestNumber, runModeOf, sendModeOf, type RunMode } from './sendMode';

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

/**
 * The request of one item (tools/sandbox/openapi.yaml, `Campaign`).
 *
 * @throws InvalidInput if a setting is missing or malformed
 */
export function campaignRequest(
	params: CampaignParams,
	facts: RunFacts,
	recipients: Recipient[],
	combining?: CombiningOptions,
): CampaignParts {
	const mode = runModeOf(params, facts);
	if (mode === 'test') requiredTestNumber(params);
	allowedRecipients(params);
	const time = scheduledTime(params, facts);
	// Times within the same minute are the same time: clocks and expressions are not more exact.
	const minute = time.slice(0, 'yyyy-mm-ddThh:mm'.length);
	const settings = settingsOf(params, minute);
	return {
		body: {
			...settings.fields,
			...(time !== '' && { scheduled_at: time }),
			recipient: recipients.map(({ fields }) => fields),
		},
		groupKey: settings.groupKey,
		campaignKey: settings.campaignKey,
		mode,
		combining,
		// A model looks for it.
		namesNumber: combining !== undefined || (facts.isTool && recipients.length === 1),
	};
}

/** @throws InvalidInput if the option was added, even left empty, but isn't a whole number of at least 1 */
export function allowedRecipients({ options }: CampaignParams): number {
	if (options === undefined || !('maxRecipients' in options)) return Infinity;
	return positiveInteger(options.maxRecipients, maxRecipients);
}

function scheduledTime(params: CampaignParams, { timezone }: RunFacts): string {
	const time = params.additionalFields?.scheduledAt;
	const isAdded = 'scheduledAt' in (params.additionalFields ?? {});
	// An expression that fails returns nothing, without an error, and a CRM's empty date is null: neither may send at once.
	if (isAdded && (time === undefined || time === null)) {
		refuse(
			scheduledAt,
			`is ${time}: its expression returns nothing`,
			'Check the expression. To send now, let it return an empty text.',
		);
	}
	return optionalFutureTime(time, timezone, scheduledAt);
}

interface Settings {
	/** As they were entered. */
	given: unknown[];
	/** As they are sent, of the request's body. */
	fields: IDataObject;
	groupKey: string;
	campaignKey: string;
}

/** The last settings that were checked: most items of a run have the same. */
let last: Settings | undefined;

function settingsOf(params: CampaignParams, minute: string): Settings {
	const { body: entered, additionalFields = {} } = params;
	const { from_number: from, content: { template_name: name, template_language: language } = {} } =
		entered;
	const given = [from, name, language, additionalFields.tags, sendModeOf(params), minute];
	if (last && given.every((value, index) => value === last!.given[index])) return last;
	const labels = parseTags(additionalFields.tags, tags);
	const from_number = requiredText(from, fromNumber, readPhoneNumber);
	const content = {
		template_name: requiredText(name, templateName, nameText),
		template_language: requiredText(language, templateLanguage, nameText),
	};
	const fields = {
		from_number,
		...campaignEndpoint.body,
		content,
		...(labels.length > 0 && { tags: labels }),
	};
	const campaignKey = campaignKeyOf(shownSettings({ body: fields }));
	const groupKey = `${sendModeOf(params)} ${minute} ${JSON.stringify(fields)}`;
	const settings = { given, fields, groupKey, campaignKey };
	// An object, such as a list of tags, may change.
	if (given.every((value) => typeof value !== 'object')) last = settings;
	return settings;
}
