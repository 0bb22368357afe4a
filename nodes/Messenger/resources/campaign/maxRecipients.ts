import type { INodeProperties } from 'n8n-workflow';

import { refuse } from '../../../runtime/input/InvalidInput';
import { positiveInteger } from '../../../runtime/input/positiveInteger';
import type { CampaignParams } from './campaignFields';

/** Keeps a mistake in the input from becoming a thousand messages. A run has no limit until this option is added. */
export const maxRecipients: INodeProperties = {
	displayName: 'Maximum Recipients',
	name: 'maxRecipients',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 1000,
	description:
		'Maximum number of recipients in an execution. A run of this node that would reach more sends nothing.',
};

/** @throws InvalidInput if the option was added, even left empty (I7), but isn't a whole number of at least 1 */
export function allowedRecipients({ options }: CampaignParams): number {
	if (options === undefined || !('maxRecipients' in options)) return Infinity;
	return positiveInteger(options.maxRecipients, maxRecipients);
}

/**
 * An expression may return several limits. The smallest counts.
 *
 * @param reached recipients of all campaigns of the run; a test reaches its test number only
 * @param before messages of earlier runs of the execution (R12)
 * @throws InvalidInput if the run would reach more recipients than its items allow
 */
export function checkMaxRecipients(
	items: Array<{ params: CampaignParams }>,
	reached: number,
	before: number,
): void {
	let max = Infinity;
	for (const { params } of items) max = Math.min(max, allowedRecipients(params));
	if (reached > 0 && before + reached > max) {
		const earlier = before > 0 ? `, after ${before} in earlier runs of this execution` : '';
		refuse(
			maxRecipients,
			`is ${max}, and this run would reach ${reached} recipients${earlier}`,
			"Check the input items, or raise 'Maximum Recipients' in the options.",
		);
	}
}
