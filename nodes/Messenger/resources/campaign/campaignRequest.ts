import type { IDataObject } from 'n8n-workflow';

import { write } from '../../../runtime/Service';
import { optionalFutureTime } from '../../../runtime/input/dateTime';
import { refuse } from '../../../runtime/input/InvalidInput';
import { requiredPhoneNumber } from '../../../runtime/input/phoneNumber';
import { parseTags } from '../../../runtime/input/tags';
import { nameText, requiredText } from '../../../runtime/input/text';
import { wholeBody } from '../../../runtime/response/parse';
import type {
	CheckedItem,
	Member,
	PlannedRequest,
	RequestParts,
	RunFacts,
} from '../../../runtime/run/operation';
import {
	fromNumber,
	hasTime,
	scheduledAt,
	tags,
	templateLanguage,
	templateName,
	type CampaignParams,
} from './campaignFields';
import { allowedRecipients } from './maxRecipients';
import { recipientsOf, type Recipient } from './recipientInput';
import { outputOf, requiredTestNumber, runModeOf, sendModeOf, shownSettings } from './sendMode';

/** Properties that all campaign operations share. */
export const campaignOperation = {
	endpoint: {
		method: 'POST',
		url: '/webhook/campaign',
		body: { type: 'template' },
		readOnly: false,
		...write,
	},
	inputsToCheck: ["'Sender Number'", "'Template Name'", "'Template Language'", 'the recipients'],
	impact: ({ body }: RequestParts) => recipientsOf(body).length,
	about: (params: CampaignParams, parts?: RequestParts) => {
		const body = (parts?.body ?? params.body) as IDataObject;
		const [first, ...others] = recipientsOf(body);
		const number = first?.messenger_number;
		const subject = others.length === 0 ? number : `${String(number)} and ${others.length} more`;
		return { subject, ...shownSettings({ body }) };
	},
	toItems: wholeBody,
	outputOf,
} as const;

/** The meaning of a 413: the service does not document how large a request may be. */
export const adviceIfTooLarge = (advice: string) => (status: number) =>
	status === 413 ? { advice } : undefined;

/** The request of one item, as these operations make it. */
export interface CampaignParts extends RequestParts {
	/** A text that is the same for items that may share a request. */
	groupKey: string;
	/** Of an item of Send to All Items. */
	combining?: CombiningOptions;
	/** True if its row has the number of its only recipient, and not a count of recipients. */
	namesNumber: boolean;
}

/** The options by which items become requests. */
export interface CombiningOptions {
	/** The maximum number of recipients in a request. */
	size: number;
	/** True if a number gets the campaign once in an execution. */
	skipsDuplicates: boolean;
}

/** An item of a campaign operation: its parts are those that {@link campaignRequest} returned. */
export interface Item extends CheckedItem<CampaignParams> {
	parts: CampaignParts;
}

/** A request of campaigns, before the send mode decides what becomes of it. */
export interface CampaignRequest extends PlannedRequest<CampaignParams> {
	parts: CampaignParts;
	members: Array<Item & Member<CampaignParams>>;
}

/**
 * The request of one item (docs/service-interface.md, "Campaign request").
 *
 * @throws InvalidInput if a setting is missing or malformed
 */
export function campaignRequest(
	params: CampaignParams,
	facts: RunFacts,
	recipients: Recipient[],
	combining?: CombiningOptions,
): CampaignParts {
	if (runModeOf(params, facts) === 'test') requiredTestNumber(params);
	allowedRecipients(params);
	const time = scheduledTime(params, facts);
	const settings = settingsOf(params);
	// Times within the same minute are the same time: clocks and expressions are not more exact.
	const minute = time.slice(0, 'yyyy-mm-ddThh:mm'.length);
	return {
		body: {
			...settings.newFields(),
			...(time !== '' && { scheduled_at: time }),
			recipient: recipients.map(({ fields }) => fields),
		},
		groupKey: `${sendModeOf(params)} ${minute} ${settings.key}`,
		combining,
		// A model looks for it.
		namesNumber: combining !== undefined || (facts.isTool && recipients.length === 1),
	};
}

function scheduledTime(params: CampaignParams, { timezone }: RunFacts): string {
	const time = params.additionalFields?.scheduledAt;
	// An expression that fails returns nothing, without an error, and a CRM's empty date is null: neither may send at once (I6).
	if (hasTime(params) && (time === undefined || time === null)) {
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
	/** Returns new fields each time: an output shows them, and a later node may change what it gets. */
	newFields(): IDataObject;
	/** The same text for the same fields. */
	key: string;
}

/** The last settings that were checked: most items of a run have the same. */
let last: Settings | undefined;

function settingsOf({ body, additionalFields = {} }: CampaignParams): Settings {
	const { from_number: from, content: { template_name: name, template_language: language } = {} } =
		body;
	const given = [from, name, language, additionalFields.tags];
	if (last && given.every((value, index) => value === last!.given[index])) return last;
	const labels = parseTags(additionalFields.tags, tags);
	const from_number = requiredPhoneNumber(from, fromNumber);
	const content = {
		template_name: requiredText(name, templateName, nameText),
		template_language: requiredText(language, templateLanguage, nameText),
	};
	const newFields = () => ({
		from_number,
		...campaignOperation.endpoint.body,
		content: { ...content },
		...(labels.length > 0 && { tags: [...labels] }),
	});
	const settings = { given, newFields, key: JSON.stringify(newFields()) };
	// An object, such as a list of tags, may change.
	if (given.every((value) => typeof value !== 'object')) last = settings;
	return settings;
}
