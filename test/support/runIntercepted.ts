import type { IDataObject } from 'n8n-workflow';

import { interceptService, releaseNetwork, type ServiceAnswer } from './interceptedService';
import { baseUrl, runNode } from './runNode';

/**
 * Runs the node against a service that gives these answers in turn, the last one to all further requests. Returns what
 * came of it, with the requests that arrived.
 */
export async function runIntercepted(
	operation: Parameters<typeof runNode>[0],
	settings: Parameters<typeof runNode>[1],
	...answers: ServiceAnswer[]
) {
	const { requests } = interceptService(baseUrl, ...answers);
	const run = await runNode(operation, settings).finally(releaseNetwork);
	const bodies = requests.map(({ body }) => body as IDataObject);
	return { ...run, requests, bodies, json: run.output.map(({ json }) => json) };
}
