import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { endpoints } from '../../http/endpoints';
import { choice } from '../../input/choice';
import { requiredPhoneNumber } from '../../input/phoneNumber';
import type { CheckedItem, Plan, PlannedRequest, RunFacts } from '../../run/operation';
import { yieldToEventLoop } from '../../run/yieldToEventLoop';
import { inBody, phoneNumberField } from '../fields';
import type { CampaignParams } from './campaignFields';
import { campaignHints } from './campaignHints';
import { checkMaxRecipients } from './maxRecipients';
import { recipientsOf } from './recipientInput';

const modeProperty: INodeProperties = {
	displayName: 'Mode',
	name: 'mode',
	type: 'options',
	default: 'send',
	description: 'Whether to send the campaign or only to show what would be sent',
	routing: inBody('options.mode'),
	options: [
		{ name: 'Send', value: 'send', description: 'Send in every run' },
		{
			name: 'Preview in Manual Runs',
			value: 'previewManual',
			description:
				'Only show the requests when you run the workflow in the editor; send in all other runs',
		},
		{
			name: 'Preview Only',
			value: 'preview',
			description: 'Check everything and show the requests, never send',
		},
		{
			name: 'Send to a Test Number in Manual Runs',
			value: 'testManual',
			description:
				'Send each campaign once, to your own number, when you run the workflow in the editor; send to the recipients in all other runs',
		},
	],
};

const testNumber: INodeProperties = {
	displayName: 'Test Number',
	name: 'testNumber',
	...phoneNumberField,
	required: true,
	placeholder: 'e.g. +1 415 555 0199',
	description: 'Phone number that receives the campaigns of manual runs',
	displayOptions: { show: { mode: ['testManual'] } },
	routing: inBody('options.testNumber'),
};

/** People test workflows by running them, and an agent's model makes mistakes: both would reach phones. */
export const modeParameters: INodeProperties[] = [
	{ ...modeProperty, displayOptions: { hide: { '@tool': [true] } } },
	{ ...modeProperty, default: 'preview', displayOptions: { show: { '@tool': [true] } } },
	{
		displayName:
			"AI models make mistakes, and a campaign reaches people's phones. Add a human review step to this tool before you set 'Mode' to 'Send'.",
		name: 'toolNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { '@tool': [true] } },
	},
	testNumber,
];

/** @throws InvalidInput where the mode is not in the list */
export function effectiveMode({ options }: CampaignParams, { isManual }: RunFacts) {
	const mode = choice(options, modeProperty);
	if (mode === 'preview' || (mode === 'previewManual' && isManual)) return 'preview';
	return mode === 'testManual' && isManual ? 'test' : 'send';
}

/** @throws InvalidInput where there is none, or no phone number */
export function requiredTestNumber({ options }: CampaignParams): string {
	return requiredPhoneNumber(options?.testNumber, testNumber);
}

type CampaignRequest = PlannedRequest<CampaignParams>;

/** The campaigns of a run, before their modes are looked at. */
export interface Campaigns extends Required<Pick<Plan, 'duplicates'>> {
	/** The requests of each; one of a test run has one. */
	campaigns: CampaignRequest[][];
}

/**
 * @param items all items of the run
 * @throws InvalidInput where more recipients would be reached than Maximum Recipients allows
 */
export async function planInMode(
	items: Array<CheckedItem<CampaignParams>>,
	{ campaigns, duplicates }: Campaigns,
	facts: RunFacts,
): Promise<Plan<CampaignParams>> {
	const requests: CampaignRequest[] = [];
	const outputs = new Map<number, INodeExecutionData[]>();
	const previews: Preview[][] = [];
	const previewOfItem = new Map<number, Preview>();
	let reached = 0;
	for (const campaign of campaigns) {
		const { params } = campaign[0]!.members[0]!;
		const mode = effectiveMode(params, facts);
		if (mode === 'preview') previews.push([]);
		for (const request of campaign) {
			await yieldToEventLoop();
			const { members, parts } = request;
			reached += mode === 'test' ? 1 : recipientsOf(parts.body).length;
			if (mode !== 'preview') {
				requests.push(mode === 'test' ? testRequest(request) : request);
				continue;
			}
			const json = preview(parts.body);
			previews.at(-1)!.push(json);
			for (const { itemIndex } of members) {
				previewOfItem.set(itemIndex, json);
				outputs.set(itemIndex, []);
			}
			const pairedItem = members.map(({ itemIndex }) => ({ item: itemIndex }));
			outputs.set(members[0]!.itemIndex, [{ json, pairedItem }]);
		}
	}
	checkMaxRecipients(items, reached);
	for (const { itemIndex, firstItem } of duplicates) {
		const json = previewOfItem.get(firstItem);
		if (json === undefined) continue;
		json.duplicates_skipped += 1;
		outputs.set(itemIndex, []);
	}
	return {
		requests,
		outputs,
		duplicates: duplicates.filter(({ firstItem }) => !previewOfItem.has(firstItem)),
		hints: (outcomes) => campaignHints(previews, facts.timezone, outcomes),
	};
}

/** The campaign as its first recipient would get it, sent to another number. */
function testRequest(request: CampaignRequest): CampaignRequest {
	const { parts, members, memberItems } = request;
	const toNumber = { messenger_number: requiredTestNumber(members[0]!.params) };
	const recipient = [{ ...recipientsOf(parts.body)[0], ...toNumber }];
	return {
		...request,
		isTest: true,
		parts: { body: { ...parts.body, recipient } },
		memberItems: (items) =>
			items.map((item) => ({ ...item, ...(memberItems && toNumber), test: true })),
	};
}

type Preview = ReturnType<typeof preview>;

/** What a request would be, the facts that a person looks for first. */
function preview(body: IDataObject = {}) {
	const content = body.content as IDataObject;
	const { method, url } = endpoints.sendCampaign;
	return {
		preview: true,
		recipients: recipientsOf(body).length,
		from_number: body.from_number,
		template: content.template_name,
		language: content.template_language,
		...(body.scheduled_at !== undefined && { scheduled_at: body.scheduled_at }),
		duplicates_skipped: 0,
		method,
		url,
		body,
	};
}
