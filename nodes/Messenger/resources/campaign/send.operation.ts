import { endpoints } from '../../http/endpoints';
import { wholeBody } from '../../response/parse';
import { defineOperation } from '../../run/defineOperation';
import { optionsOf } from '../fields';
import { campaignBody, campaignInputsToCheck, onlyRecipient, recipientCount } from './campaignBody';
import type { CampaignParams } from './campaignParams';
import { campaignAdditionalFields, campaignFields } from './campaignFields';
import { maxRecipients } from './maxRecipients';
import { recipientParameters, recipientsFrom } from './recipientInput';
import { checkMode, modeParameters, planInMode } from './sendMode';

export const send = defineOperation<CampaignParams>({
	name: 'Send',
	value: 'send',
	action: 'Send campaign',
	description: 'Send a template message to recipients, one campaign for each input item',
	endpoint: endpoints.sendCampaign,
	inputsToCheck: campaignInputsToCheck,
	subject: onlyRecipient,
	recipients: recipientCount,
	toRequest: (params, facts) => {
		checkMode(params, facts);
		return { body: campaignBody(params, facts.timezone, recipientsFrom(params.options)) };
	},
	toItems: wholeBody,
	plan: async (items, facts) => {
		const campaigns = items.map((item) => [{ parts: item.parts, members: [item] }]);
		return await planInMode(items, campaigns, [], facts);
	},
	parameters: [
		...modeParameters,
		...campaignFields,
		...recipientParameters,
		campaignAdditionalFields,
		optionsOf(maxRecipients),
	],
});
