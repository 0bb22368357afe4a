import { BrevoApi } from 'n8n-nodes-base/dist/credentials/BrevoApi.credentials.js';
import { Brevo } from 'n8n-nodes-base/dist/nodes/Brevo/Brevo.node.js';

import { messengerWorkflow } from '../../engine/messengerWorkflow';
import type { Candidate } from './Candidate';

/** The path of Brevo's contact: create, which the sandbox takes for the benchmarks only. */
export const brevoPath = '/v3/contacts';

/**
 * n8n's own declarative node, contact: create, with a body like that of the event. It stands in
 * the place of the node under test, because its base URL is not a parameter.
 */
function brevoCreate(title: string, attributes: Record<string, string>): Candidate {
	return {
		title,
		options: ({ url, apiKey }) => {
			const node = new Brevo();
			node.description.requestDefaults = { baseURL: url };
			return { node, credentialType: new BrevoApi(), credential: { apiKey } };
		},
		workflow: (contacts) =>
			messengerWorkflow(
				{
					resource: 'contact',
					operation: 'create',
					email: '={{ $json.email }}',
					createContactAttributes: {
						attributesValues: Object.entries(attributes).map(([fieldName, fieldValue]) => ({
							fieldName,
							fieldValue,
						})),
					},
					additionalFields: {},
				},
				contacts,
				{ credentials: { sendInBlueApi: { id: 'brevo', name: 'Brevo' } } },
			),
	};
}

export const brevoCandidates = {
	brevoCreate: brevoCreate('Brevo, contact: create, four expressions', {
		SMS: '={{ $json.messenger_number }}',
		FIRSTNAME: '={{ $json.first_name }}',
		ORDER_ID: '={{ $json.order_id }}',
	}),
	brevoCreateOneExpression: brevoCreate('Brevo, contact: create, one expression', {
		SMS: '+491510000000',
		FIRSTNAME: 'Contact 1',
		ORDER_ID: '1',
	}),
};
