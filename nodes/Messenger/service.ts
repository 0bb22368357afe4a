import { dataArray } from '../runtime/response/parse';
import { list, type Service } from '../runtime/Service';
import { refusal } from './refusal';

/** The service, as far as all its operations are alike (docs/service-interface.md). */
export const service = {
	name: 'Messenger',
	outputField: 'messenger',
	credential: { type: 'messengerApi', displayName: 'Messenger API' },
	probe: {
		endpoint: { method: 'GET', url: '/webhook/lists', readOnly: true, ...list },
		toItems: dataArray,
	},
	...refusal,
	surplusPath: /\/+webhook$/,
} as const satisfies Service;
