import { defineOperation } from '../../run/defineOperation';
import { inBody, optionsOf } from '../fields';
import { campaignOperation, campaignRequest } from './campaignRequest';
import { campaignAdditionalFields, campaignFields, type CampaignParams } from './campaignFields';
import { maxRecipients } from './maxRecipients';
import { recipientParameters, recipientsFrom } from './recipientInput';
import { modeParameters, planInMode } from './sendMode';

export const send = defineOperation<CampaignParams>({
	...campaignOperation,
	name: 'Send',
	value: 'send',
	action: 'Send campaign',
	description: 'Send a template message to recipients, one campaign for each input item',
	toRequest: (params, facts) => campaignRequest(params, facts, recipientsFrom(params.options)),
	plan: async (items, facts) => {
		const campaigns = items.map((item) => [{ parts: item.parts, members: [item] }]);
		return await planInMode(items, { campaigns, duplicates: [] }, facts);
	},
	parameters: [
		...modeParameters,
		...campaignFields,
		...recipientParameters,
		campaignAdditionalFields,
		optionsOf(inBody, maxRecipients),
	],
});
