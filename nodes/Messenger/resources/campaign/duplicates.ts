import type { INodeProperties } from 'n8n-workflow';

import { choice } from '../../input/choice';
import type { CampaignParams } from './campaignFields';

/** The option; combineItems.ts skips them. */
export const duplicates: INodeProperties = {
	displayName: 'Duplicates',
	name: 'duplicates',
	type: 'options',
	default: 'skip',
	description: 'What to do when a campaign contains a number more than once',
	options: [
		{ name: 'Send Each', value: 'send', description: 'Send the message once for each item' },
		{
			name: 'Skip',
			value: 'skip',
			description: 'Send the message once, and mark the other items in the output',
		},
	],
};

/** @throws InvalidInput where the choice is not in the list */
export function skipsDuplicates({ options }: CampaignParams): boolean {
	return choice(options, duplicates) === 'skip';
}
