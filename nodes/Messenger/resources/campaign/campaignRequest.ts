import type { IDataObject } from 'n8n-workflow';

import { optionalDateTime } from '../../input/dateTime';
import { requiredPhoneNumber, withoutSpaces } from '../../input/phoneNumber';
import { parseTags } from '../../input/tags';
import { requiredText } from '../../input/text';
import { endpoints, type ServiceRequest } from '../../request/service';

/** How an error calls the Preview parameter. */
export const previewName = { parameter: 'preview', label: 'Preview' };

/** What to check when the service refuses a campaign. */
export const campaignInputsToCheck =
	'Check the From Number (fromNumber), the template (templateName, templateLanguage) and the recipients.';

/** What the recipients of one campaign have in common, as the parameters give it. */
export interface CampaignParameters {
	fromNumber?: unknown;
	templateName?: unknown;
	templateLanguage?: unknown;
	additionalFields?: { tags?: unknown; scheduledAt?: unknown };
}

/**
 * A campaign's settings in the service's form (service interface, "Campaign request"): all of the
 * body but its recipients, so that equal settings are equal as JSON.
 *
 * @param timezone zone in which a time without an offset is read
 * @throws InvalidInput where the service must refuse a setting
 */
export function campaignSettings(parameters: CampaignParameters, timezone: string): IDataObject {
	const { tags, scheduledAt } = parameters.additionalFields ?? {};
	const labels = parseTags(tags);
	const time = optionalDateTime(scheduledAt, timezone, {
		parameter: 'scheduledAt',
		label: 'Scheduled At',
	});
	return {
		from_number: withoutSpaces(
			requiredPhoneNumber(parameters.fromNumber, { parameter: 'fromNumber', label: 'From Number' }),
		),
		type: 'template',
		content: {
			template_name: requiredText(parameters.templateName, {
				parameter: 'templateName',
				label: 'Template Name',
			}),
			template_language: requiredText(parameters.templateLanguage, {
				parameter: 'templateLanguage',
				label: 'Template Language',
			}),
		},
		...(labels.length > 0 && { tags: labels }),
		...(time !== '' && { scheduled_at: time }),
	};
}

/** The request that sends a campaign to its recipients. */
export function campaignRequest(settings: IDataObject, recipients: IDataObject[]): ServiceRequest {
	return {
		method: endpoints.sendCampaign.method,
		path: endpoints.sendCampaign.url,
		body: { ...settings, recipient: recipients },
	};
}
