import type { IDataObject } from 'n8n-workflow';

import type { OperationDefinition } from '../../../runtime/run/operation';
import type { Mask } from '../../../runtime/input/keyMask';
import { optionsOf } from '../../../runtime/node/parameters';
import { defaultCountry } from '../fields';
import { adviceIfTooLarge, campaignOperation, campaignRequest } from './campaignRequest';
import {
	campaignAdditionalFields,
	campaignFields,
	countryOf,
	type CampaignParams,
} from './campaignFields';
import { maxRecipients } from './maxRecipients';
import { planCampaigns } from './planCampaigns';
import { recipients as recipientsParameter, recipientsFrom, recipientsOf } from './recipientInput';
import { sendModeParameters } from './sendMode';

export const send: OperationDefinition<CampaignParams> = {
	...campaignOperation,
	name: 'Send',
	value: 'send',
	action: 'Send campaign',
	description: 'Send a template message to recipients, one campaign for each input item',
	whenRefused: adviceIfTooLarge('Split the recipients into several campaigns.'),
	about: (params, parts) => {
		const { length } = recipientsOf(parts?.body ?? (params.body as IDataObject));
		return { ...campaignOperation.about(params, parts), ...(length > 0 && { recipients: length }) };
	},
	toRequest: (params, facts) => {
		const recipients = recipientsFrom(params, countryOf(params));
		const parts = campaignRequest(params, facts, recipients);
		if (recipients.every(({ leftOut }) => leftOut === undefined)) return parts;
		const leftOut = (mask: Mask) =>
			recipients.flatMap((one, index) =>
				one.leftOut ? { recipient: index + 1, ...one.leftOut(mask) } : [],
			);
		return { ...parts, leftOut };
	},
	plan: planCampaigns,
	parameters: [
		...sendModeParameters,
		...campaignFields,
		recipientsParameter,
		campaignAdditionalFields,
		optionsOf(defaultCountry, maxRecipients),
	],
};
