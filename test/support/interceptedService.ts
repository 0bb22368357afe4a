import type { IncomingHttpHeaders } from 'node:http';
import nock from 'nock';

// It intercepts from its import on, beyond the test file, and then no proxy works.
nock.restore();

/** An answer that the service is to give: JSON, unless it is text. */
export interface ServiceAnswer {
	status?: number;
	body?: unknown;
	headers?: Record<string, string>;
}

/** A request as it arrived. */
export interface ReceivedRequest {
	method: string;
	/** Path and query. */
	path: string;
	headers: IncomingHttpHeaders;
	/** The JSON; absent without a body. */
	body?: unknown;
}

/** A service of which only the answers are made up: the requests are the node's own. */
export interface InterceptedService {
	/** What arrived, in order. */
	requests: ReceivedRequest[];
}

/**
 * Answers every request to an address. Nothing else is let through to the network.
 *
 * @param baseUrl origin, with a path prefix or without
 * @param answers one for each request, in order; the last one for all further ones
 */
export function interceptService(baseUrl: string, ...answers: ServiceAnswer[]): InterceptedService {
	const requests: ReceivedRequest[] = [];
	if (!nock.isActive()) nock.activate();
	nock.disableNetConnect();
	const scope = nock(baseUrl).persist();
	for (const method of ['GET', 'POST']) {
		scope.intercept(/.*/, method).reply(function (path, body) {
			const answer = answers[Math.min(requests.length, answers.length - 1)] ?? {};
			requests.push({ method, path, headers: this.req.headers, ...(body !== '' && { body }) });
			const { status = 200, headers } = answer;
			return typeof answer.body === 'string'
				? [status, answer.body, { 'Content-Type': 'text/html', ...headers }]
				: [
						status,
						JSON.stringify(answer.body ?? {}),
						{ 'Content-Type': 'application/json', ...headers },
					];
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
