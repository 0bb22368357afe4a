import { messengerWorkflow } from '../../engine/messengerWorkflow';
import type { Candidate } from './Candidate';
import { messengerOptions } from './messenger';
import { httpRequest, workflowOf } from './workflow';

const eventBody = `={{ {
	contact: { email: $json.email, messenger_number: $json.messenger_number, name: $json.first_name },
	event: { code: 'order_placed', name: 'Order placed', data: { order_id: $json.order_id } },
} }}`;

/** Event: Send with its parameters from the item or the same for all items. */
function eventSend(title: string, parameters: Record<string, string>): Candidate {
	return {
		title,
		options: messengerOptions,
		workflow: (contacts) =>
			messengerWorkflow(
				{
					resource: 'event',
					operation: 'send',
					contactEmail: '={{ $json.email }}',
					eventCode: 'order_placed',
					eventName: 'Order placed',
					dataInput: 'json',
					...parameters,
				},
				contacts,
			),
	};
}

/** The HTTP Request node sending the same body, with settings that users try against a limit. */
function httpRequestEvent(
	title: string,
	settings?: Parameters<typeof httpRequest>[2],
	options?: Parameters<typeof httpRequest>[3],
): Candidate {
	return {
		title,
		options: messengerOptions,
		workflow: (contacts, { url }) =>
			workflowOf(contacts, [
				httpRequest(`${url}/webhook/event/send`, eventBody, settings, options),
			]),
	};
}

export const eventCandidates = {
	eventSend: eventSend('Event: Send, four expressions', {
		contactMessengerNumber: '={{ $json.messenger_number }}',
		contactName: '={{ $json.first_name }}',
		dataJson: '={{ { order_id: $json.order_id } }}',
	}),
	eventSendOneExpression: eventSend('Event: Send, one expression', {
		contactMessengerNumber: '+491510000000',
		contactName: 'Contact 1',
		dataJson: '{ "order_id": 1 }',
	}),
	httpRequestEvent: httpRequestEvent('HTTP Request'),
	httpRequestEventBatches: httpRequestEvent(
		'HTTP Request, batches of 50 a second',
		{},
		{ batching: { batch: { batchSize: 50, batchInterval: 1000 } } },
	),
	httpRequestEventRetry: httpRequestEvent('HTTP Request, Retry On Fail', {
		// What the editor fills in when the setting is switched on.
		retryOnFail: true,
		maxTries: 3,
		waitBetweenTries: 1000,
	}),
};
