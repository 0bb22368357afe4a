import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { choice } from '../../input/choice';
import { withoutSpaces } from '../../input/phoneNumber';
import { defineOperation, type CheckedItem, type PlannedRequest } from '../../run/operation';
import { endpoints } from '../../http/endpoints';
import { wholeBody } from '../../response/forms';
import {
	campaignBody,
	campaignInputsToCheck,
	onlyRecipient,
	type SentCampaign,
} from './campaignBody';
import { campaignAdditionalFields, campaignParameters, maxRecipients } from './campaignParameters';
import { checkMode, isTest, modeParameters, planInMode, type Duplicate } from './mode';
import { recipients, recipientsJson } from './recipientParameters';
import { recipientsFromFields, recipientsFromJson, type RecipientFields } from './recipients';

/** The recipients in one of their two forms. */
interface SentWithRecipients extends SentCampaign {
	options?: SentCampaign['options'] & {
		recipientsInput?: unknown;
		recipients?: { recipient?: RecipientFields[] };
		recipientsJson?: unknown;
	};
}

const recipientsInput: INodeProperties = {
	displayName: 'Specify Recipients',
	name: 'recipientsInput',
	type: 'options',
	default: 'fields',
	description: 'How to specify the recipients of the campaign',
	routing: { send: { type: 'body', property: 'options.recipientsInput' } },
	options: [
		{
			name: 'Using Fields Below',
			value: 'fields',
			description: 'One form for each recipient',
		},
		{
			name: 'Using JSON',
			value: 'json',
			description: 'A list of recipients, e.g. from another node',
		},
	],
};

/** Both forms are there where an expression chooses: n8n cannot know which one it hides. */
function recipientsOf({ options }: SentWithRecipients): IDataObject[] {
	return choice(options, recipientsInput) === 'json'
		? recipientsFromJson(options?.recipientsJson)
		: recipientsFromFields(options?.recipients);
}

/** Whom Send to Input Items has skipped, in an earlier try, has the campaign by another item. */
function skippedBefore(item: CheckedItem<SentWithRecipients>): Duplicate | undefined {
	const messengerNumber = String(onlyRecipient(item.parts));
	const { itemIndex, skipped } = item;
	if (skipped === undefined || withoutSpaces(skipped.key) !== withoutSpaces(messengerNumber)) {
		return undefined;
	}
	return { itemIndex, of: skipped.of, messengerNumber };
}

export const send = defineOperation<SentWithRecipients>({
	name: 'Send',
	value: 'send',
	action: 'Send campaign',
	description: 'Send a template message to recipients, one campaign for each input item',
	endpoint: endpoints.sendCampaign,
	inputsToCheck: campaignInputsToCheck,
	subject: onlyRecipient,
	toRequest: (sent, facts) => {
		checkMode(sent, facts);
		return { body: campaignBody(sent, facts.timezone, recipientsOf(sent)) };
	},
	toItems: wholeBody,
	isTest,
	plan: async (items, facts, breather) => {
		const requests: Array<PlannedRequest<SentWithRecipients>> = [];
		const duplicates: Duplicate[] = [];
		const given = items.filter(({ wasSent }) => !wasSent);
		for (const item of given) {
			const duplicate = skippedBefore(item);
			if (duplicate) duplicates.push(duplicate);
			else requests.push({ parts: item.parts, members: [item] });
		}
		return await planInMode(given, { requests, duplicates }, facts, breather);
	},
	parameters: [
		...modeParameters,
		...campaignParameters,
		recipientsInput,
		recipients,
		recipientsJson,
		campaignAdditionalFields,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [maxRecipients],
		},
	],
});
