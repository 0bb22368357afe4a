import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { choice } from '../../input/choice';
import { refuse } from '../../input/InvalidInput';
import { requiredPhoneNumber } from '../../input/phoneNumber';
import type {
	CheckedItem,
	Plan,
	PlannedRequest,
	RequestParts,
	RunFacts,
} from '../../run/operation';
import { endpoints } from '../../http/endpoints';
import type { Breather } from '../../run/Breather';
import { mostRecipients, recipientsOf, type SentCampaign } from './campaignBody';
import { campaignHints } from './campaignHints';
import { maxRecipients } from './campaignParameters';

export const effectiveModes = ['send', 'preview', 'test'] as const;

/** What a run does with its campaigns. */
export type EffectiveMode = (typeof effectiveModes)[number];

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
	routing: { send: { type: 'body', property: 'options.mode' } },
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
	routing: { send: { type: 'body', property: 'options.testNumber' } },
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
export function effectiveMode({ options }: SentCampaign, { isManual }: RunFacts): EffectiveMode {
	const mode = modes[choice<keyof typeof modes>(options, modeProperty)];
	return isManual ? mode.manual : mode.otherwise;
}

/** Whether only the test number gets a campaign. @throws InvalidInput where the mode is none */
export function isTest(sent: SentCampaign, facts: RunFacts): boolean {
	return effectiveMode(sent, facts) === 'test';
}

/** @throws InvalidInput where the mode is none, or a test run has no test number */
export function checkMode(sent: SentCampaign, facts: RunFacts): void {
	if (isTest(sent, facts)) requiredTestNumber(sent);
}

function requiredTestNumber({ options }: SentCampaign): string {
	return requiredPhoneNumber(options?.testNumber, testNumber);
}

/** A recipient that is left out, because its number is in the campaign already. */
export interface Duplicate {
	itemIndex: number;
	/** The item that has the number. */
	of: number;
	messengerNumber: string;
}

/**
 * Makes a plan of a run's campaign requests, as its mode says.
 *
 * @param checked all items of the run
 * @param requests one for each request, a campaign of a test run in one
 * @throws InvalidInput where more recipients would be reached than Maximum Recipients allows
 */
export async function planInMode<Sent extends SentCampaign>(
	checked: Array<CheckedItem<Sent>>,
	{ requests, duplicates }: { requests: Array<PlannedRequest<Sent>>; duplicates: Duplicate[] },
	facts: RunFacts,
	breather: Breather,
): Promise<Plan<Sent>> {
	const plan: Plan<Sent> = { requests: [], outputs: new Map(), duplicates: [], hints: () => [] };
	const previews: IDataObject[] = [];
	const previewed = new Set<number>();
	const campaigns = new Set<object>();
	const skippedFor = new Map<number, number>();
	for (const { of } of duplicates) skippedFor.set(of, (skippedFor.get(of) ?? 0) + 1);
	const tested = new Set<number>();

	for (const request of requests) {
		await breather.breathe();
		const [{ sent, itemIndex }] = request.members as [CheckedItem<Sent>];
		const mode = effectiveMode(sent, facts);
		if (mode === 'send') {
			plan.requests.push(request);
		} else if (mode === 'test') {
			for (const member of request.members) tested.add(member.itemIndex);
			plan.requests.push(testRequest(request, requiredTestNumber(sent)));
		} else {
			const items = new Set(request.members.map((member) => member.itemIndex));
			for (const item of items) plan.outputs.set(item, []);
			const skipped = [...items].reduce((sum, item) => sum + (skippedFor.get(item) ?? 0), 0);
			const json = preview(request, skipped);
			const pairedItem = [...items].map((item) => ({ item }));
			plan.outputs.set(itemIndex, [{ json, pairedItem }]);
			previews.push(json);
			campaigns.add(request.whole ?? request);
			for (const item of items) previewed.add(item);
		}
	}
	for (const { itemIndex, of, messengerNumber } of duplicates) {
		await breather.breathe();
		if (previewed.has(of)) plan.outputs.set(itemIndex, []);
		else {
			plan.duplicates.push({
				itemIndex,
				skipped: { of, key: messengerNumber },
				output: {
					messenger_number: messengerNumber,
					skipped: 'duplicate',
					duplicate_of_item: of,
					...(tested.has(of) && { test: true }),
				},
			});
		}
	}
	checkMaxRecipients(checked, plan.requests, previews);
	plan.hints = (outcomes) =>
		campaignHints(
			{ previews, campaigns: campaigns.size, tested, timezone: facts.timezone },
			outcomes,
		);
	return plan;
}

/** The campaign as its first recipient would get it, sent to another number. */
function testRequest<Sent>(
	request: PlannedRequest<Sent>,
	messengerNumber: string,
): PlannedRequest<Sent> {
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
function preview<Sent>(
	{ parts: { body = {} } }: PlannedRequest<Sent>,
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

/**
 * Of several limits, which an expression may give, the smallest counts; a test run reaches its test
 * number only.
 *
 * @param items those of an earlier try no longer count
 * @param planned the requests that are sent
 */
function checkMaxRecipients<Sent extends SentCampaign>(
	items: Array<CheckedItem<Sent>>,
	planned: Array<{ parts: RequestParts }>,
	previews: IDataObject[],
): void {
	let max = Infinity;
	for (const { sent, wasSent } of items) if (!wasSent) max = Math.min(max, mostRecipients(sent));
	const reached =
		planned.reduce((sum, { parts }) => sum + recipientsOf(parts.body).length, 0) +
		previews.reduce((sum, { recipients }) => sum + Number(recipients), 0);
	if (reached > max) {
		refuse(
			maxRecipients,
			`is ${max}, and this run would reach ${reached} recipients`,
			"Check the input items, or raise 'Maximum Recipients' in the options.",
		);
	}
}
