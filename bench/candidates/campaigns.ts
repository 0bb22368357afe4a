import { messengerWorkflow } from '../../engine/messengerWorkflow';
import type { Candidate } from './Candidate';
import { messengerOptions } from './messenger';
import { httpRequest, workflowOf } from './workflow';

/** The expert's requests are as large as those of Send to Input Items by default. */
const recipientsPerRequest = 500;

const campaign = {
	resource: 'campaign',
	fromNumber: '+491510000000',
	templateName: 'spring_sale',
	templateLanguage: 'en',
};

/** The same campaign as an expression that makes the body. */
function campaignBody(recipients: string): string {
	const { fromNumber, templateName, templateLanguage } = campaign;
	const content = `{ template_name: '${templateName}', template_language: '${templateLanguage}' }`;
	return `={{ { from_number: '${fromNumber}', type: 'template', content: ${content}, recipient: ${recipients} } }}`;
}

const oneRecipient =
	'[{ messenger_number: $json.messenger_number, first_name: $json.first_name, email: $json.email }]';

const sendToItems: Candidate = {
	title: 'Campaign: Send to Input Items',
	options: messengerOptions,
	workflow: (contacts) =>
		messengerWorkflow(
			{
				...campaign,
				operation: 'sendToItems',
				messengerNumber: '={{ $json.messenger_number }}',
				recipientFields: {
					firstName: '={{ $json.first_name }}',
					email: '={{ $json.email }}',
				},
			},
			contacts,
		),
};

const sendOneByOne: Candidate = {
	title: 'Campaign: Send, one by one',
	options: messengerOptions,
	workflow: (contacts) =>
		messengerWorkflow(
			{
				...campaign,
				operation: 'send',
				recipients: {
					recipient: [
						{
							messengerNumber: '={{ $json.messenger_number }}',
							firstName: '={{ $json.first_name }}',
							email: '={{ $json.email }}',
						},
					],
				},
			},
			contacts,
		),
};

const httpRequestOneByOne: Candidate = {
	title: 'HTTP Request, one by one',
	options: messengerOptions,
	workflow: (contacts, { url }) =>
		workflowOf(contacts, [httpRequest(`${url}/webhook/campaign`, campaignBody(oneRecipient))]),
};

/** Into one list, without the fields that are no recipient's. */
const aggregate = {
	name: 'Aggregate',
	type: 'n8n-nodes-base.aggregate',
	typeVersion: 1,
	parameters: {
		aggregate: 'aggregateAllItemData',
		destinationFieldName: 'recipient',
		include: 'specifiedFields',
		fieldsToInclude: 'messenger_number, first_name, email',
	},
};

const sendAggregate = ({ url }: { url: string }) =>
	httpRequest(`${url}/webhook/campaign`, campaignBody('$json.recipient'));

const aggregateAndHttpRequest: Candidate = {
	title: 'Aggregate + HTTP Request, all in one',
	options: messengerOptions,
	workflow: (contacts, service) => workflowOf(contacts, [aggregate, sendAggregate(service)]),
};

const loopAggregateAndHttpRequest: Candidate = {
	title: `Loop + Aggregate + HTTP Request, by ${recipientsPerRequest}`,
	options: messengerOptions,
	workflow: (contacts, service) => {
		const loop = {
			name: 'Loop Over Items',
			type: 'n8n-nodes-base.splitInBatches',
			typeVersion: 3,
			parameters: { batchSize: recipientsPerRequest, options: {} },
		};
		const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
		return workflowOf(contacts, [loop, aggregate, sendAggregate(service)], {
			// Its first output is what comes out when the loop is done.
			[loop.name]: { main: [[], to(aggregate.name)] },
			'HTTP Request': { main: [to(loop.name)] },
		});
	},
};

export const campaignCandidates = {
	sendToItems,
	sendOneByOne,
	httpRequestOneByOne,
	aggregateAndHttpRequest,
	loopAggregateAndHttpRequest,
};
