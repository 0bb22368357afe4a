import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { endpoints } from '../../http/endpoints';
import { choice } from '../../input/choice';
import { requiredPhoneNumber } from '../../input/phoneNumber';
import type { CheckedItem, Plan, PlannedRequest, RunFacts } from '../../run/operation';
import { yieldToEventLoop } from '../../run/yieldToEventLoop';
import { inBody } from '../fields';
import { recipientsOf } from './campaignBody';
import type { CampaignParams } from './campaignParams';
import { campaignHints } from './campaignHints';
import type { Duplicate } from './duplicates';
import { checkMaxRecipients } from './maxRecipients';

/** What a run does with its campaigns. */
export type EffectiveMode = 'send' | 'preview' | 'test';

/** What each mode does in a run that is started in the editor, and in all others. */
const modes = {
	send: { manual: 'send', otherwise: 'send' },
	previewManual: { manual: 'preview', otherwise: 'send' },
	testManual: { manual: 'test', otherwise: 'send' },
	preview: { manual: 'preview', otherwise: 'preview' },
} satisfies Record<string, { manual: EffectiveMode; otherwise: EffectiveMode }>;

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
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +1 415 555 0199',
	hint: 'With "+" and country code',
	description: 'Phone number that receives the campaigns of manual runs',
	displayOptions: { show: { mode: ['testManual'] } },
	routing: inBody('options.testNumber'),
};

/**
 * A campaign reaches people's phones: people test workflows by running them, and an agent's model
 * makes mistakes.
 */
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

/** @throws InvalidInput where the mode is none */
export function effectiveMode({ options }: CampaignParams, { isManual }: RunFacts): EffectiveMode {
	const mode = modes[choice<keyof typeof modes>(options, modeProperty)];
	return isManual ? mode.manual : mode.otherwise;
}

/** @throws InvalidInput where the mode is none, or a test run has no test number */
export function checkMode(params: CampaignParams, facts: RunFacts): void {
	if (effectiveMode(params, facts) === 'test') requiredTestNumber(params);
}

function requiredTestNumber({ options }: CampaignParams): string {
	return requiredPhoneNumber(options?.testNumber, testNumber);
}

/**
 * Makes a plan of a run's campaigns, as their modes say.
 *
 * @param items all items of the run
 * @param campaigns the requests of each campaign; one campaign of a test run has one
 * @throws InvalidInput where more recipients would be reached than Maximum Recipients allows
 */
export async function planInMode<Params extends CampaignParams>(
	items: Array<CheckedItem<Params>>,
	campaigns: Array<Array<PlannedRequest<Params>>>,
	duplicates: Duplicate[],
	facts: RunFacts,
): Promise<Plan<Params>> {
	const requests: Array<PlannedRequest<Params>> = [];
	const outputs = new Map<number, INodeExecutionData[]>();
	const previews: IDataObject[] = [];
	let previewedCampaigns = 0;
	const tested = new Set<number>();
	const skippedFor = new Map<number, number>();
	for (const { of } of duplicates) skippedFor.set(of, (skippedFor.get(of) ?? 0) + 1);

	for (const campaign of campaigns) {
		for (const [position, request] of campaign.entries()) {
			await yieldToEventLoop();
			const { members } = request;
			const [{ params, itemIndex }] = members as [CheckedItem<Params>];
			const mode = effectiveMode(params, facts);
			if (mode === 'send') requests.push(request);
			else if (mode === 'test') {
				for (const member of members) tested.add(member.itemIndex);
				requests.push(testRequest(request, requiredTestNumber(params)));
			} else {
				if (position === 0) previewedCampaigns += 1;
				let skipped = 0;
				for (const member of members) {
					outputs.set(member.itemIndex, []);
					skipped += skippedFor.get(member.itemIndex) ?? 0;
				}
				const json = preview(request, skipped);
				const pairedItem = members.map((member) => ({ item: member.itemIndex }));
				outputs.set(itemIndex, [{ json, pairedItem }]);
				previews.push(json);
			}
		}
	}
	for (const { itemIndex, of } of duplicates) if (outputs.has(of)) outputs.set(itemIndex, []);
	const reached = [...requests.map(({ parts }) => recipientsOf(parts.body).length)].concat(
		previews.map(({ recipients }) => Number(recipients)),
	);
	checkMaxRecipients(
		items,
		reached.reduce((sum, count) => sum + count, 0),
	);
	const planned = { previews, campaigns: previewedCampaigns, tested, timezone: facts.timezone };
	return {
		requests,
		outputs,
		duplicates: duplicates
			.filter(({ of }) => !outputs.has(of))
			.map(({ itemIndex, of, messengerNumber }) => ({
				itemIndex,
				of,
				output: {
					messenger_number: messengerNumber,
					skipped: 'duplicate',
					duplicate_of_item: of,
					...(tested.has(of) && { test: true }),
				},
			})),
		hints: (outcomes) => campaignHints(planned, outcomes),
	};
}

/** The campaign as its first recipient would get it, sent to another number. */
function testRequest<Params>(
	request: PlannedRequest<Params>,
	messengerNumber: string,
): PlannedRequest<Params> {
	const { parts, memberItems } = request;
	const [first] = recipientsOf(parts.body);
	const recipient = [{ ...first, messenger_number: messengerNumber }];
	return {
		...request,
		isTest: true,
		parts: { ...parts, body: { ...parts.body, recipient } },
		memberItems: (items) =>
			items.map((item) => ({
				...item,
				...(memberItems && { messenger_number: messengerNumber }),
				test: true,
			})),
	};
}

/** What a request would be, the facts that a person looks for first (docs/node-contract.md, "Mode"). */
function preview<Params>(
	{ parts: { body = {} } }: PlannedRequest<Params>,
	skipped: number,
): IDataObject {
	const content = body.content as IDataObject;
	return {
		preview: true,
		recipients: recipientsOf(body).length,
		from_number: body.from_number,
		template: content.template_name,
		language: content.template_language,
		...(body.scheduled_at !== undefined && { scheduled_at: body.scheduled_at }),
		duplicates_skipped: skipped,
		method: endpoints.sendCampaign.method,
		url: endpoints.sendCampaign.url,
		body,
	};
}
