import type { IDataObject } from 'n8n-workflow';

import { optionalFutureTime } from '../../input/dateTime';
import { refuse } from '../../input/InvalidInput';
import { requiredPhoneNumber, withoutSpaces } from '../../input/phoneNumber';
import { parseTags } from '../../input/tags';
import { requiredText } from '../../input/text';
import type { RequestParts } from '../../run/operation';
import { fromNumber, scheduledAt, tags, templateLanguage, templateName } from './campaignFields';
import type { CampaignParams } from './campaignParams';
import { allowedRecipients } from './maxRecipients';

/** What to check when the service refuses a campaign. */
export const campaignInputsToCheck =
	"Check 'From Number', the template ('Template Name', 'Template Language') and the recipients.";

/**
 * The body of a campaign request (docs/service-interface.md, "Campaign request").
 *
 * @param timezone zone in which a time without an offset is read
 * @param recipients in the service's field names
 * @throws InvalidInput where the service must refuse a setting
 */
export function campaignBody(
	params: CampaignParams,
	timezone: string,
	recipients: IDataObject[],
): IDataObject {
	const { from_number: from, content = {}, tags: given, scheduled_at: time } = params;
	const labels = parseTags(given, tags);
	// An expression that fails returns nothing, without an error: that must not send at once.
	if ('scheduled_at' in params && time === undefined) {
		refuse(
			scheduledAt,
			'is undefined: its expression returns nothing',
			'Check the expression. To send at once, let it return an empty text.',
		);
	}
	const sendAt = optionalFutureTime(time, timezone, scheduledAt);
	allowedRecipients(params);
	return {
		from_number: withoutSpaces(requiredPhoneNumber(from, fromNumber)),
		type: 'template',
		content: {
			template_name: requiredText(content.template_name, templateName),
			template_language: requiredText(content.template_language, templateLanguage),
		},
		...(labels.length > 0 && { tags: labels }),
		...(sendAt !== '' && { scheduled_at: sendAt }),
		recipient: recipients,
	};
}

/** The number of a campaign's recipient, where there is one. */
export function onlyRecipient({ body }: RequestParts): unknown {
	const [first, ...others] = recipientsOf(body);
	return others.length === 0 ? first?.messenger_number : undefined;
}

/** The recipients of a campaign request's body. */
export function recipientsOf(body: IDataObject | undefined): IDataObject[] {
	return (body?.recipient ?? []) as IDataObject[];
}

/** How many people a campaign request reaches. */
export function recipientCount({ body }: RequestParts): number {
	return recipientsOf(body).length;
}
