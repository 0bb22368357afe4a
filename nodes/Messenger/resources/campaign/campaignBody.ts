import type { IDataObject } from 'n8n-workflow';

import { optionalFutureTime } from '../../input/dateTime';
import { refuse } from '../../input/InvalidInput';
import { requiredPhoneNumber, withoutSpaces } from '../../input/phoneNumber';
import { positiveInteger } from '../../input/positiveInteger';
import { parseTags } from '../../input/tags';
import { requiredText } from '../../input/text';
import type { RequestParts } from '../../run/operation';
import {
	fromNumber,
	maxRecipients,
	scheduledAt,
	tags,
	templateLanguage,
	templateName,
} from './campaignParameters';

/** What to check when the service refuses a campaign. */
export const campaignInputsToCheck =
	"Check 'From Number', the template ('Template Name', 'Template Language') and the recipients.";

/** What the parameters of a campaign put together, beside its recipients. */
export interface SentCampaign {
	from_number?: unknown;
	content?: { template_name?: unknown; template_language?: unknown };
	tags?: unknown;
	scheduled_at?: unknown;
	options?: { mode?: unknown; testNumber?: unknown; maxRecipients?: unknown };
}

/**
 * The body of a campaign request (docs/service-interface.md, "Campaign request").
 *
 * @param timezone zone in which a time without an offset is read
 * @param recipients in the service's field names
 * @throws InvalidInput where the service must refuse a setting
 */
export function campaignBody(
	sent: SentCampaign,
	timezone: string,
	recipients: IDataObject[],
): IDataObject {
	const { from_number: from, content = {}, tags: given, scheduled_at: time } = sent;
	const labels = parseTags(given, tags);
	// An expression that fails returns nothing, without an error: that must not send at once.
	if ('scheduled_at' in sent && time === undefined) {
		refuse(
			scheduledAt,
			'is undefined: its expression returns nothing',
			'Check the expression. To send at once, let it return an empty text.',
		);
	}
	const sendAt = optionalFutureTime(time, timezone, scheduledAt);
	mostRecipients(sent);
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

/**
 * How many recipients an item's Maximum Recipients allows the run. An expression that fails returns
 * nothing, without an error: that is no permission.
 *
 * @throws InvalidInput where it is set, and is not a whole number of at least 1
 */
export function mostRecipients({ options }: SentCampaign): number {
	if (options === undefined || !(maxRecipients.name in options)) return Infinity;
	return positiveInteger(options.maxRecipients, maxRecipients);
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
