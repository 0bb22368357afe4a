import type { IDataObject } from 'n8n-workflow';
import nock from 'nock';

import type { ReadRequest } from './FaultyService';
import { baseUrl, runNode } from './runNode';

// It intercepts from its import on, beyond the test file, and then no proxy works.
nock.restore();

/** An answer that the service is to give: JSON, unless it is text. */
export interface ServiceAnswer {
	status?: number;
	body?: unknown;
	headers?: Record<string, string>;
}

/**
 * Answers every request to an address. Nothing else is let through to the network.
 *
 * @param address origin, with a path prefix or without
 * @param answers one for each request, in order; the last one for all further ones
 * @returns what arrived, in order: the requests are the node's own
 */
export function interceptService(address: string, ...answers: ServiceAnswer[]) {
	const requests: ReadRequest[] = [];
	if (!nock.isActive()) nock.activate();
	nock.disableNetConnect();
	const scope = nock(address).persist();
	for (const method of ['GET', 'POST']) {
		scope.intercept(/.*/, method).reply(function (path, body) {
			const answer = answers[Math.min(requests.length, answers.length - 1)] ?? {};
			requests.push({ method, path, headers: this.req.headers, ...(body !== '' && { body }) });
			const { status = 200, headers } = answer;
			const isText = typeof answer.body === 'string';
			const text = isText ? answer.body : JSON.stringify(answer.body ?? {});
			const type = isText ? 'text/html' : 'application/json';
			return [status, text, { 'Content-Type': type, ...headers }];
		});
	}
	return { requests };
}

/** Ends all interception. */
export function releaseNetwork(): void {
	nock.cleanAll();
	nock.enableNetConnect();
	nock.restore();
}

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
