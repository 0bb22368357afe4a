import { dataArray } from '../runtime/response/parse';
import { list, type Service } from '../runtime/Service';

/** The service, as far as all its operations are alike (docs/service-interface.md). */
export const service = {
	name: 'Messenger',
	credential: { type: 'messengerApi', displayName: 'Messenger API' },
	probe: {
		endpoint: { method: 'GET', url: '/webhook/lists', readOnly: true, ...list },
		toItems: dataArray,
	},
	isRefusal: ({ success = true }, readOnly) => (readOnly ? success !== true : success === false),
	isAcceptance: ({ success }) => success === true,
	messagesOf: ({ message, detail }) => [message, detail],
	blocked: {
		status: 403,
		message: 'This API key is temporarily blocked after too many bad requests',
		description:
			'Another workflow with this API key may be the cause, or a firewall that refuses what this request contains. Correct the input, and wait before you try again.',
	},
	surplusPath: /\/+webhook$/,
} as const satisfies Service;
