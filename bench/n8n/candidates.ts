import type { INodeParameters } from 'n8n-workflow';

import { httpRequest, type WorkflowNode } from '../candidates/workflow';

/** One way to do it: the node that stands between Source and Sink. */
export interface Candidate {
	title: string;
	/** Whether the service is to get each item. */
	isSending: boolean;
	/** @param url the service's address */
	node(url: string): WorkflowNode;
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
function httpRequestEvent({ email, messengerNumber, name, orderId }: EventExpressions): Candidate {
	const contact = `{ email: ${email}, messenger_number: ${messengerNumber}, name: ${name} }`;
	const what = `{ code: '${event.code}', name: '${event.name}', data: { order_id: ${orderId} } }`;
	return {
		title: 'HTTP Request',
		isSending: true,
		node: (url) =>
			httpRequest(`${url}/webhook/event/send`, `={{ { contact: ${contact}, event: ${what} } }}`),
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
