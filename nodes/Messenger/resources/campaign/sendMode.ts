import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { choice } from '../../../runtime/input/choice';
import { refuse } from '../../../runtime/input/InvalidInput';
import { readPhoneNumber } from '../../../runtime/input/phoneNumber';
import { requiredText } from '../../../runtime/input/text';
import type { EarlierRow } from '../../../runtime/engine/earlierRuns';
import type { RunFacts } from '../../../runtime/run/operation';
import { phoneNumberField } from '../fields';
import type { CampaignParams } from './campaignFields';

const sendMode: INodeProperties = {
	displayName: 'Send Mode',
	name: 'sendMode',
	type: 'options',
	default: 'previewManual',
	description:
		"Which runs send the campaign, and which only show what would be sent. A sub-workflow's run may count as a real one, and so does one of n8n's Agents: choose Preview Only while you build.",
	options: [
		{ name: 'Send', value: 'send', description: 'Send in every run, also from the editor' },
		{
			name: 'Preview in Manual Runs',
			value: 'previewManual',
			description:
				"Preview in the editor, send in all other runs. A sub-workflow's run may count as a real one.",
		},
		{
			name: 'Send to a Test Number in Manual Runs',
			value: 'testManual',
			description:
				'In the editor, send each campaign once, to your own number; in all other runs, to the recipients',
		},
		{
			name: 'Preview Only',
			value: 'preview',
			description:
				'Check everything and show what would be sent; never send. So switch off a campaign: a deactivated node leads its rows out by Sent.',
		},
	],
};

const testNumber: INodeProperties = {
	displayName: 'Test Number',
	name: 'testNumber',
	...phoneNumberField,
	required: true,
	placeholder: 'e.g. +1 415 555 0199',
	description: 'Your own number, for manual runs',
	displayOptions: { show: { sendMode: ['testManual'] } },
};

/** People test workflows by running them, and an agent's model makes mistakes: both would reach phones. */
export const sendModeParameters: INodeProperties[] = [
	{ ...sendMode, displayOptions: { hide: { '@tool': [true] } } },
	{ ...sendMode, default: 'preview', displayOptions: { show: { '@tool': [true] } } },
	{
		displayName:
			"AI models make mistakes, and a campaign reaches people's phones. Add a human review step to this tool before you set 'Send Mode' to 'Send'.",
		name: 'toolNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { '@tool': [true] } },
	},
	testNumber,
];

export type RunMode = 'send' | 'test' | 'preview';

/** @throws InvalidInput if the mode is not in the list */
export const sendModeOf = (params: CampaignParams): string => choice(params, sendMode);

/** @throws InvalidInput as {@link sendModeOf}, and if the mode depends on how the run began and n8n does not tell it */
export function runModeOf(params: CampaignParams, { isManual }: RunFacts): RunMode {
	const mode = sendModeOf(params);
	if (isManual === undefined && (mode === 'previewManual' || mode === 'testManual')) {
		refuse(
			sendMode,
			"can't tell manual runs from others here: this engine of n8n doesn't say how a sub-workflow began",
			'Choose Send or Preview Only.',
		);
	}
	if (mode === 'preview' || (mode === 'previewManual' && isManual)) return 'preview';
	return mode === 'testManual' && isManual ? 'test' : 'send';
}

/** Sent for an item of a real run, else Preview. Of an item whose mode can't be read, nothing was sent. */
export function outputOf(params: CampaignParams, facts: RunFacts): number {
	try {
		return runModeOf(params, facts) === 'send' ? 0 : 1;
	} catch {
		return facts.isManual ? 1 : 0;
	}
}

/** True for a row of what was or may have been sent, or of its duplicate. */
export const isSent = ({ fields }: EarlierRow): boolean =>
	['sent', 'scheduled', 'duplicate'].includes(String(fields.send_status)) ||
	(fields.details as IDataObject | undefined)?.state === 'uncertain';

export const campaignOutputs = ['Sent', 'Preview'];

/** @throws InvalidInput if there is none, or no phone number */
export function requiredTestNumber(params: CampaignParams): string {
	return requiredText(params.testNumber, testNumber, readPhoneNumber);
}
