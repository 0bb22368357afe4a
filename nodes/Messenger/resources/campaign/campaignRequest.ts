import { record } from '../../../runtime/Service';
import { optionalFutureTime } from '../../../runtime/input/dateTime';
import { refuse } from '../../../runtime/input/InvalidInput';
import { requiredPhoneNumber } from '../../../runtime/input/phoneNumber';
import { parseTags } from '../../../runtime/input/tags';
import { requiredText } from '../../../runtime/input/text';
import { wholeBody } from '../../../runtime/response/parse';
import type { RequestParts, RunFacts } from '../../../runtime/run/operation';
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
import { requiredTestNumber, runModeOf, sendModeOf } from './sendMode';

/** Properties that all campaign operations share. */
export const campaignOperation = {
	endpoint: {
		method: 'POST',
		url: '/webhook/campaign',
		body: { type: 'template' },
		readOnly: false,
		...record,
	},
	inputsToCheck: ["'Sender Number'", "'Template Name'", "'Template Language'", 'the recipients'],
	impact: ({ body }: RequestParts) => recipientsOf(body).length,
	subject: ({ body }: RequestParts) => {
		const [first, ...others] = recipientsOf(body);
		return others.length === 0 ? first?.messenger_number : undefined;
	},
	toItems: wholeBody,
} as const;

/**
 * The request of one item (docs/service-interface.md, "Campaign request").
 *
 * @throws InvalidInput if a setting is missing or malformed
 */
export function campaignRequest(
	params: CampaignParams,
	facts: RunFacts,
	recipients: Recipient[],
): RequestParts {
	const { from_number: from, content = {} } = params.body;
	const { tags: givenTags, scheduledAt: time } = params.additionalFields ?? {};
	if (runModeOf(params, facts) === 'test') requiredTestNumber(params);
	allowedRecipients(params);
	// An expression that fails returns nothing, without an error, and a CRM's empty date is null: neither may send at once (I6).
	if (hasTime(params) && (time === undefined || time === null)) {
		refuse(
			scheduledAt,
			`is ${time}: its expression returns nothing`,
			'Check the expression. To send at once, let it return an empty text.',
		);
	}
	const sendAt = optionalFutureTime(time, facts.timezone, scheduledAt);
	const labels = parseTags(givenTags, tags);
	const settings = {
		from_number: requiredPhoneNumber(from, fromNumber),
		...campaignOperation.endpoint.body,
		content: {
			template_name: requiredText(content.template_name, templateName),
			template_language: requiredText(content.template_language, templateLanguage),
		},
		...(labels.length > 0 && { tags: labels }),
	};
	// Times within the same minute are the same time: clocks and expressions are not more exact.
	const minute = Math.floor(Date.parse(sendAt) / 60_000);
	const groupKey = JSON.stringify([sendModeOf(params), settings, minute]);
	const completedNumbers = recipients
		.map(({ number }) => number)
		.filter(({ completed }) => completed);
	return {
		body: {
			...settings,
			...(sendAt !== '' && { scheduled_at: sendAt }),
			recipient: recipients.map(({ fields }) => fields),
		},
		groupKey,
		...(completedNumbers.length > 0 && { completedNumbers }),
	};
}
