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
export const brevoCreate: Candidate = {
	title: 'Brevo, contact: create',
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
					attributesValues: [
						{ fieldName: 'SMS', fieldValue: '={{ $json.messenger_number }}' },
						{ fieldName: 'FIRSTNAME', fieldValue: '={{ $json.first_name }}' },
						{ fieldName: 'ORDER_ID', fieldValue: '={{ $json.order_id }}' },
					],
				},
				additionalFields: {},
			},
			contacts,
			{ credentials: { sendInBlueApi: { id: 'brevo', name: 'Brevo' } } },
		),
};
