import type { IDataObject } from 'n8n-workflow';

import type { Given, Parameter } from '../../../runtime/engine/Parameter';
import { choice } from '../../../runtime/input/choice';
import { refuse } from '../../../runtime/input/InvalidInput';
import { required } from '../../../runtime/input/text';
import type { RunFacts } from '../../../runtime/run/operation';
import { phoneNumber, phoneNumberField } from '../fields';
import type { CampaignParams } from './campaignFields';

const sendMode: Parameter = {
	displayName: 'Send Mode',
	name: 'sendMode',
	type: 'options',
	default: 'previewManual',
	description:
		"Which runs send the campaign, and which only show what would be sent. A sub-workflow's run may count as a real one, and so does one of n8n's Agents: choose Preview Only while you build.",
	options: [
		{
			name: 'Preview Only',
			value: 'preview',
			description:
				'Check everything and show what would be sent; never send. So switch off a campaign: a deactivated node leads its rows out by Sent.',
		},
		{
			name: 'Preview When Run by Hand, Else Send',
			value: 'previewManual',
			description:
				"Preview in the editor, send in all other runs. A sub-workflow's run may count as a real one.",
		},
		{
			name: 'Send in Every Run',
			value: 'send',
			description: 'Send to the recipients, also from the editor',
		},
		{
			name: 'Test When Run by Hand, Else Send',
			value: 'testManual',
			description:
				'In the editor, send each campaign once, to your own number; in all other runs, to the recipients',
		},
	],
	check: knownMode,
};

const testNumber: Parameter = {
	displayName: 'Test Number',
	name: 'testNumber',
	...phoneNumberField,
	required: true,
	placeholder: 'e.g. +1 415 555 0199',
	description: 'Your own number, for manual runs',
	displayOptions: { show: { sendMode: ['testManual'] } },
	// A real run has no use for it.
	check: (value, name, { run }) => (run.isManual ? required(phoneNumber)(value, name) : undefined),
};

/** People test workflows by running them, and an agent's model makes mistakes: both would reach phones. */
export const sendModeParameters: Parameter[] = [
	{ ...sendMode, displayOptions: { hide: { '@tool': [true] } } },
	{ ...sendMode, default: 'preview', displayOptions: { show: { '@tool': [true] } } },
	{
		displayName:
			"AI models make mistakes, and a campaign reaches people's phones. Add a human review step to this tool before you set 'Send Mode' to 'Send in Every Run'.",
		name: 'toolNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { '@tool': [true] } },
	},
	testNumber,
];

export type RunMode = 'send' | 'test' | 'preview';

/** @throws InvalidInput if it is not in the list, or depends on how the run began and n8n does not tell that */
function knownMode(value: unknown, parameter: Parameter, { run }: Given): string {
	const mode = choice(value, parameter);
	if (run.isManual === undefined && (mode === 'previewManual' || mode === 'testManual')) {
		refuse(
			parameter,
			"can't tell manual runs from others here: this engine of n8n doesn't say how a sub-workflow began",
			'Choose Send in Every Run or Preview Only.',
		);
	}
	return mode;
}

/** Of a mode that isn't in the list, nothing is sent. */
export function runModeOf({ sendMode }: CampaignParams, { isManual }: RunFacts): RunMode {
	if (sendMode === 'send' || sendMode === 'preview') return sendMode;
	if (!isManual) return 'send';
	return sendMode === 'testManual' ? 'test' : 'preview';
}

/** Sent for an item of a real run, else Preview. */
export const outputOf = (params: CampaignParams, facts: RunFacts): number =>
	runModeOf(params, facts) === 'send' ? 0 : 1;

/** True for a row of what was sent, or of its duplicate. */
export const hasReached = (row: IDataObject): boolean =>
	['sent', 'scheduled', 'duplicate'].includes(String(row.send_status));

export const campaignOutputs = ['Sent', 'Preview'];
