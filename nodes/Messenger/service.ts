import { dataArray } from '../runtime/response/parse';
import { list, type Service } from '../runtime/Service';

/** The service, as far as all its operations are alike (tools/sandbox/openapi.yaml). */
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
	blockedStatus: 403,
	surplusPath: /\/+webhook$/,
} as const satisfies Service;
