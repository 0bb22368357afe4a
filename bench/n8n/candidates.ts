import type { INodeParameters } from 'n8n-workflow';

import type { Service } from '../candidates';
import { httpRequest, type WorkflowNode } from '../candidates/workflow';

/** One way to do it: the node that stands between Source and Sink. */
export interface Candidate {
	title: string;
	/** Whether the service is to get each item. */
	isSending: boolean;
	node(service: Service): WorkflowNode;
}

/** What an event says of a contact, as expressions. */
interface EventExpressions {
	email: string;
	messengerNumber: string;
	name: string;
	orderId: string;
}

const plainReferences: EventExpressions = {
	email: '$json.email',
	messengerNumber: '$json.messenger_number',
	name: '$json.first_name',
	orderId: '$json.order_id',
};

const otherExpressions: EventExpressions = {
	email: '$json.email.trim()',
	messengerNumber: '$json.messenger_number.trim()',
	name: '$json.first_name.trim()',
	orderId: '$json.order_id.toString()',
};

const event = { code: 'order_placed', name: 'Order placed' };

function eventSend({ email, messengerNumber, name, orderId }: EventExpressions): Candidate {
	return messenger('Event: Send', {
		resource: 'event',
		operation: 'send',
		contactEmail: `={{ ${email} }}`,
		contactMessengerNumber: `={{ ${messengerNumber} }}`,
		contactName: `={{ ${name} }}`,
		eventCode: event.code,
		eventName: event.name,
		dataInput: 'fields',
		data: { field: [{ name: 'order_id', value: `={{ ${orderId} }}` }] },
	});
}

/** The same body in one expression, which is the cheapest that the HTTP Request node can do. */
function httpRequestEvent(expressions: EventExpressions): Candidate {
	const { email, messengerNumber, name, orderId } = expressions;
	const contact = `{ email: ${email}, messenger_number: ${messengerNumber}, name: ${name} }`;
	const what = `{ code: '${event.code}', name: '${event.name}', data: { order_id: ${orderId} } }`;
	return {
		title: 'HTTP Request',
		isSending: true,
		node: ({ url }) =>
			httpRequest(`${url}/webhook/event/send`, `={{ { contact: ${contact}, event: ${what} } }}`),
	};
}

/** The same with the key in a header field: n8n has no credential to read for each item. */
function withoutCredential({ title, isSending, node }: Candidate): Candidate {
	return {
		title: `${title}, no credential`,
		isSending,
		node: (service) => {
			const withCredential = node(service);
			const parameters = [
				{ name: 'Accept', value: 'application/json' },
				{ name: 'Authorization', value: `Bearer ${service.apiKey}` },
			];
			return {
				...withCredential,
				credentials: undefined,
				parameters: {
					...withCredential.parameters,
					authentication: 'none',
					headerParameters: { parameters },
				},
			};
		},
	};
}

function messenger(title: string, parameters: INodeParameters): Candidate {
	return {
		title,
		isSending: true,
		node: () => ({
			name: 'Messenger',
			type: 'n8n-nodes-messenger.messenger',
			typeVersion: 1,
			parameters,
		}),
	};
}

export const candidates = {
	eventSend: eventSend(plainReferences),
	eventSendOtherExpressions: eventSend(otherExpressions),
	httpRequestEvent: httpRequestEvent(plainReferences),
	httpRequestEventOtherExpressions: httpRequestEvent(otherExpressions),
	httpRequestNoCredential: withoutCredential(httpRequestEvent(plainReferences)),
	httpRequestNoCredentialOtherExpressions: withoutCredential(httpRequestEvent(otherExpressions)),
	sendToItems: messenger('Campaign: Send to Input Items', {
		resource: 'campaign',
		operation: 'sendToItems',
		fromNumber: '+491510000000',
		templateName: 'spring_sale',
		templateLanguage: 'en',
		messengerNumber: '={{ $json.messenger_number }}',
		recipientFields: {
			firstName: '={{ $json.first_name }}',
			email: '={{ $json.email }}',
		},
	}),
	/** What passing the items on costs n8n with any node. */
	noOperation: {
		title: 'No Operation',
		isSending: false,
		node: () => ({
			name: 'No Operation',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			parameters: {},
		}),
	},
} satisfies Record<string, Candidate>;

export type CandidateName = keyof typeof candidates;
