import type { INodeProperties } from 'n8n-workflow';

import { choice } from '../../input/choice';
import { withoutSpaces } from '../../input/phoneNumber';
import { inBody } from '../fields';
import type { CampaignParams } from './campaignParams';

export const duplicates: INodeProperties = {
	displayName: 'Duplicates',
	name: 'duplicates',
	type: 'options',
	default: 'skip',
	routing: inBody('options.duplicates'),
	description: 'What to do when a campaign contains a number more than once',
	options: [
		{
			name: 'Send Each',
			value: 'send',
			description: 'Send the message once for each item',
		},
		{
			name: 'Skip',
			value: 'skip',
			description: 'Send the message once, and mark the other items in the output',
		},
	],
};

/** @throws InvalidInput where the choice is none */
export function skipsDuplicates({ options }: CampaignParams): boolean {
	return choice(options, duplicates) === 'skip';
}

/** A recipient that is left out, because its number is in the campaign already. */
export interface Duplicate {
	itemIndex: number;
	/** The item that has the number. */
	of: number;
	messengerNumber: string;
}

/**
 * Whether a campaign has a number already. Numbers are compared without their spaces.
 *
 * @param itemByNumber the campaign's numbers, each with its first item; a new one is added
 * @returns the item that has the number; undefined where this is the first
 */
export function firstItemWith(
	messengerNumber: string,
	itemIndex: number,
	itemByNumber: Map<string, number>,
): number | undefined {
	const digits = withoutSpaces(messengerNumber);
	const first = itemByNumber.get(digits);
	if (first === undefined) itemByNumber.set(digits, itemIndex);
	return first;
}
