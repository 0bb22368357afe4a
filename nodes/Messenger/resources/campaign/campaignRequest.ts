import type { IDataObject } from 'n8n-workflow';

import { endpoints } from '../../http/endpoints';
import { optionalFutureTime } from '../../input/dateTime';
import { refuse } from '../../input/InvalidInput';
import { requiredPhoneNumber } from '../../input/phoneNumber';
import { parseTags } from '../../input/tags';
import { requiredText } from '../../input/text';
import { wholeBody } from '../../response/parse';
import type { RequestParts, RunFacts } from '../../run/operation';
import {
	fromNumber,
	scheduledAt,
	tags,
	templateLanguage,
	templateName,
	type CampaignParams,
} from './campaignFields';
import { allowedRecipients } from './maxRecipients';
import { recipientsOf } from './recipientInput';
import { requiredTestNumber, runModeOf } from './sendMode';

/** What all campaign operations have in common. */
export const campaignOperation = {
	endpoint: endpoints.sendCampaign,
	inputsToCheck: ["'Sender Number'", "'Template Name'", "'Template Language'", 'the recipients'],
	recipients: ({ body }: RequestParts) => recipientsOf(body).length,
	subject: ({ body }: RequestParts) => {
		const [first, ...others] = recipientsOf(body);
		return others.length === 0 ? first?.messenger_number : undefined;
	},
	toItems: wholeBody,
};

/**
 * The request of one item (docs/service-interface.md, "Campaign request").
 *
 * @param recipient in the service's field names
 * @throws InvalidInput where a setting is missing or malformed
 */
export function campaignRequest(
	params: CampaignParams,
	facts: RunFacts,
	recipient: IDataObject[],
): RequestParts {
	const { from_number: from, content = {}, tags: given, scheduled_at: time } = params;
	if (runModeOf(params, facts) === 'test') requiredTestNumber(params);
	allowedRecipients(params);
	const labels = parseTags(given, tags);
	// An expression that fails returns nothing, without an error: that must not send at once (I6).
	if ('scheduled_at' in params && time === undefined) {
		refuse(
			scheduledAt,
			'is undefined: its expression returns nothing',
			'Check the expression. To send at once, let it return an empty text.',
		);
	}
	const sendAt = optionalFutureTime(time, facts.timezone, scheduledAt);
	const body = {
		from_number: requiredPhoneNumber(from, fromNumber),
		type: 'template',
		content: {
			template_name: requiredText(content.template_name, templateName),
			template_language: requiredText(content.template_language, templateLanguage),
		},
		...(labels.length > 0 && { tags: labels }),
		...(sendAt !== '' && { scheduled_at: sendAt }),
		recipient,
	};
	return { body };
}

/**
 * All of a campaign but its recipients, as text: equal texts, equal campaigns. Times within the same minute are the
 * same time: clocks and expressions are not more exact.
 */
export function settingsOf(body: IDataObject = {}): string {
	const minute = Math.floor(Date.parse(String(body.scheduled_at)) / 60_000);
	return JSON.stringify({ ...body, recipient: undefined, scheduled_at: minute });
}
