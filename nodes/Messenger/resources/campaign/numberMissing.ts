import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { choice } from '../../../runtime/input/choice';
import { refuse } from '../../../runtime/input/InvalidInput';
import { refuseEmpty } from '../../../runtime/input/text';
import type { RunFacts } from '../../../runtime/run/operation';
import type { CampaignParams } from './campaignFields';
import { campaignRequest } from './campaignRequest';
import { messengerNumber } from './recipientInput';
import { runModeOf, shownSettings } from './sendMode';

export const whenNumberMissing: INodeProperties = {
	displayName: 'When Number Is Missing',
	name: 'whenNumberMissing',
	type: 'options',
	default: 'error',
	description: 'What to do with an item that has no number. A malformed number is always an error.',
	options: [
		{
			name: 'Return an Error',
			value: 'error',
			description: 'Stop with an error that names the item',
		},
		{
			name: 'Skip',
			value: 'skip',
			description: 'Send nothing to it, and give it the "send_status" "no_number"',
		},
	],
};

/**
 * @returns the output of an item that is skipped, as its number is missing
 * @throws InvalidInput if such items are not skipped, or a setting of the campaign is wrong
 */
export function rowWithoutNumber(params: CampaignParams, facts: RunFacts): IDataObject {
	if (choice(params.options, whenNumberMissing) === 'error') {
		refuseEmpty(
			messengerNumber,
			"To leave out items without a number, set 'When Number Is Missing' in the options to 'Skip'.",
		);
	}
	const parts = campaignRequest(params, facts, []);
	const settings = runModeOf(params, facts) === 'send' ? {} : shownSettings(parts);
	return { send_status: 'no_number', ...settings };
}

/** If no item has a number, the expression is wrong. @throws InvalidInput always */
export function refuseWithoutNumbers(): never {
	refuse(
		messengerNumber,
		'is empty in every item',
		'Drag the field that contains the number here, or check what the expression returns.',
	);
}
