import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { interceptService } from '../support/interceptedService';
import { baseUrl, runMessenger, type RunChanges } from '../support/messengerRun';
import { caseOf } from './cases';

const campaign = caseOf('campaign: send');

/** The service's answer to a campaign. */
export const sent = campaign.answer;

export const testNumber = '+1 415 555 0199';

/** So many input items, each with a number of its own. */
export const numbered = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({ number: `+1415555${1000 + index}` }));

/** A body of a campaign as it arrived. */
export interface CampaignBody {
	from_number: string;
	content: { template_name: string; template_language: string };
	tags?: string[];
	scheduled_at?: string;
	recipient: Array<{ messenger_number: string }>;
}

/** Runs a campaign operation, and gives the bodies that arrived with what came of it. */
export async function runCampaign(
	operation: string,
	parameters: INodeParameters = {},
	changes: RunChanges = {},
) {
	const service = interceptService(baseUrl, { body: sent });
	const run = await runMessenger(operation, { items: numbered(1), ...changes, parameters });
	const bodies = service.requests.map((request) => request.body as CampaignBody);
	const numbers = bodies.map(({ recipient }) =>
		recipient.map(({ messenger_number }) => messenger_number),
	);
	return { ...run, bodies, numbers, json: run.output.map(({ json }) => json) };
}

/** What a preview says of a campaign with the parameters of the cases. */
export const previewOf = (numbers: unknown[], changes: IDataObject = {}): IDataObject => ({
	preview: true,
	recipients: numbers.length,
	from_number: '+14155550100',
	template: 'welcome_message',
	language: 'en',
	duplicates_skipped: 0,
	method: 'POST',
	url: '/webhook/campaign',
	...changes,
	body: {
		...campaign.request.body,
		recipient: numbers.map((number) => ({ messenger_number: number })),
		...(changes.body as IDataObject),
	},
});
