import type { RequestParts } from '../../../runtime/http/transport';
import { inBody, optionsOf } from '../../../runtime/node/parameters';
import { wholeBody } from '../../../runtime/response/parse';
import type { OperationDefinition } from '../../../runtime/run/operation';
import { defaultCountry, noticeOf } from '../fields';
import {
	campaignAdditionalFields,
	campaignFields,
	duplicates,
	maxRecipients,
	recipientsPerRequest,
	type CampaignParams,
} from './campaignFields';
import {
	campaignEndpoint,
	campaignRequest,
	recipientRequest,
	shownSettings,
} from './campaignRequest';
import { sentRow } from './campaignReport';
import { planCampaigns } from './planCampaigns';
import {
	messengerNumber,
	otherFields,
	recipients,
	recipientsOf,
	requireRecipients,
} from './recipients';
import { hasReached, outputOf, sendModeParameters } from './sendMode';

/** Shared by both operations. They differ in where recipients come from, and in what an item is. */
const campaignOperation = {
	endpoint: campaignEndpoint,
	inputsToCheck: ["'Sender Number'", "'Template Name'", "'Template Language'", 'the recipients'],
	impact: ({ body }: RequestParts) => recipientsOf(body).length,
	about: ({ body }: CampaignParams) => {
		const [first, ...others] = recipientsOf(body);
		const number = first?.messenger_number;
		const subject = others.length === 0 ? number : `${String(number)} and ${others.length} more`;
		return { subject, ...shownSettings({ body }) };
	},
	ownFields: sentRow,
	toItems: wholeBody,
	plan: planCampaigns,
	hasReached,
	outputOf,
} as const;

/** The meaning of a 413: the service does not document how large a request may be. */
const adviceIfTooLarge = (advice: string) => (status: number) =>
	status === 413 ? { advice } : undefined;

/** Each item is a campaign, with the recipients of its form. */
export const send: OperationDefinition<CampaignParams> = {
	...campaignOperation,
	name: 'Send',
	value: 'send',
	action: 'Send campaign',
	description: 'One campaign for each input item, to the recipients that you list in the node',
	whenRefused: adviceIfTooLarge('Split the recipients into several campaigns.'),
	about: (params) => {
		const { length } = recipientsOf(params.body);
		return { ...campaignOperation.about(params), ...(length > 0 && { recipients: length }) };
	},
	toRequest: (params, facts) => {
		requireRecipients(params.body);
		return campaignRequest(params, facts);
	},
	parameters: [
		...sendModeParameters,
		...campaignFields,
		recipients,
		campaignAdditionalFields,
		optionsOf(defaultCountry, maxRecipients),
	],
};

/** Each item is a recipient. Those with the same settings share a campaign. */
export const sendToItems: OperationDefinition<CampaignParams> = {
	...campaignOperation,
	name: 'Send to All Items',
	value: 'sendToItems',
	action: 'Send campaign to all items',
	description: 'One campaign for all input items: each item is a recipient',
	whenRefused: adviceIfTooLarge("Lower 'Recipients per Request' in the options."),
	stopsAtFailure: true,
	// For one call it does what Send does.
	displayOptions: { hide: { '@tool': [true] } },
	toRequest: recipientRequest,
	parameters: [
		noticeOf(
			'Each input item is a recipient. Items with the same settings go out as one campaign.',
		),
		...sendModeParameters,
		...campaignFields,
		{
			...messengerNumber,
			routing: inBody('recipient[0].messenger_number'),
			description:
				'Phone number of the recipient. Each input item is a recipient: drag the field that contains its number here.',
		},
		{
			displayName: 'Recipient Fields',
			name: 'recipientFields',
			type: 'collection',
			placeholder: 'Add Field',
			default: {},
			options: Object.entries(otherFields).map(([field, parameter]) => ({
				...parameter,
				routing: inBody(`recipient[0].${field}`),
			})),
		},
		campaignAdditionalFields,
		optionsOf(duplicates, defaultCountry, maxRecipients, recipientsPerRequest),
	],
};
