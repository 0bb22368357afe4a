import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { choice } from '../../../runtime/input/choice';
import { refuse } from '../../../runtime/input/InvalidInput';
import { readPhoneNumber } from '../../../runtime/input/phoneNumber';
import { isEmpty } from '../../../runtime/input/text';
import type { RunFacts } from '../../../runtime/run/operation';
import { countryOf } from './campaignFields';
import { campaignRequest } from './campaignRequest';
import type { SendToItemsParams } from './combineItems';
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

const howToSkip =
	"Enter a value, or check that the expression returns one. To leave out items without a number, set 'When Number Is Missing' in the options to 'Skip'.";

/**
 * @returns the output of an item that is skipped, as its number is missing; undefined if it is to be sent
 * @throws InvalidInput if the choice is not in the list, the number malformed or missing, or a setting of the campaign wrong
 */
export function rowWithoutNumber(
	params: SendToItemsParams,
	facts: RunFacts,
): IDataObject | undefined {
	const given = params.recipient?.messengerNumber;
	if (choice(params.options, whenNumberMissing) !== 'skip') {
		if (isEmpty(typeof given === 'string' ? given.trim() : given))
			refuse(messengerNumber, 'is empty', howToSkip, 'empty');
		return undefined;
	}
	const { number } = readPhoneNumber(given, messengerNumber, countryOf(params));
	if (number !== '') return undefined;
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
