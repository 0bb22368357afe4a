import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { interceptService, type ServiceAnswer } from '../../support/interceptedService';
import { hintsOf, runMessenger, type RunChanges } from '../../support/messengerRun';
import { caseOf } from '../cases';

const { answer, request } = caseOf('campaign: send');

/** The service's answer to a campaign. */
export const sent = answer;

export const testNumber = '+14155550199';

/** So many input items, each with a number of its own. */
export const numbered = (count: number): Array<{ number: string }> =>
	Array.from({ length: count }, (_, index) => ({ number: `+1415555${1000 + index}` }));

/** The same, with the languages given, which the parameters below read. */
export const inLanguages = (...languages: string[]) =>
	numbered(languages.length).map((item, index) => ({ ...item, language: languages[index] }));
export const readLanguage = { templateLanguage: '={{ $json.language }}' };

/** The same, with the times given, which the parameters below read. */
export const atTimes = (...times: string[]) =>
	numbered(times.length).map((item, index) => ({ ...item, time: times[index] }));
export const readTime = { additionalFields: { scheduledAt: '={{ $json.time }}' } };

export const continues = { node: { onError: 'continueRegularOutput' } } as const;
export const manual = { mode: 'manual' } as const;

/** A body of a campaign as it arrived. */
export interface CampaignBody {
	from_number: string;
	content: { template_name: string; template_language: string };
	tags?: string[];
	scheduled_at?: string;
	recipient: Array<{ messenger_number: string }>;
}

/** In what a run of a campaign differs from that of its case. */
export interface CampaignChanges extends RunChanges {
	/** The service's answers, where it does not accept all. */
	answers?: ServiceAnswer[];
}

let services = 0;

/** Runs a campaign operation with a service of its own, and gives the bodies that arrived with what came of it. */
export async function runCampaign(
	operation: string,
	parameters: INodeParameters = {},
	{ answers = [{ body: sent }], ...changes }: CampaignChanges = {},
) {
	// What a service did to one run makes others wait for it.
	const baseUrl = `https://service-${(services += 1)}.example`;
	const service = interceptService(baseUrl, ...answers);
	const credential = { baseUrl };
	const run = await runMessenger(operation, {
		...{ items: numbered(1), credential },
		...changes,
		parameters,
	});
	const bodies = service.requests.map(({ body }) => body as CampaignBody);
	const numbers = bodies.map(({ recipient }) => recipient.map((each) => each.messenger_number));
	const json = run.output.map((item) => item.json);
	return { ...run, bodies, numbers, json, hints: hintsOf(run.run) };
}

/** The row of an item that was not sent, with the parameters of the cases. */
export const previewOf = (recipients: IDataObject, changes: IDataObject = {}): IDataObject => ({
	...recipients,
	send_status: 'preview',
	from_number: '+14155550100',
	template: 'welcome_message',
	language: 'en',
	...changes,
});

/** What the row of its first item says of a request that was not sent. */
export const requestTo = (numbers: unknown[], changes: IDataObject = {}) => ({
	request: {
		method: 'POST',
		url: '/webhook/campaign',
		body: {
			...request.body,
			recipient: numbers.map((number) => ({ messenger_number: number })),
			...changes,
		},
	},
});
