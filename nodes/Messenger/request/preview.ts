import type { IDataObject } from 'n8n-workflow';

import type { NodeRun } from './nodeRun';
import { addressOf, type ServiceRequest } from './service';

/** What a request would be, without its headers, since they hold the key (node contract, "Preview"). */
export function previewOf(run: NodeRun, request: ServiceRequest): IDataObject {
	return {
		preview: true,
		method: request.method,
		url: addressOf(run.baseUrl, request),
		body: request.body,
	};
}
