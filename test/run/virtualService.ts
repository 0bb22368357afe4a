import { setMaxListeners } from 'node:events';

import type { IHttpRequestOptions } from 'n8n-workflow';

import { VirtualClock } from '../../bench/pacing/VirtualClock';
import { CircuitBreaker } from '../../nodes/Messenger/gate/CircuitBreaker';
import type { Connection, RequestContext } from '../../nodes/Messenger/http/connection';
import { Pacer } from '../../nodes/Messenger/gate/Pacer';
import { RequestSignals } from '../../nodes/Messenger/http/RequestSignals';
import type { ServiceState } from '../../nodes/Messenger/gate/services';
import { systemClock } from '../../nodes/Messenger/http/systemClock';
import { Run } from '../../nodes/Messenger/run/Run';

/** What a request gets: an answer, or the error of the network. */
export type Answer =
	{ status: number; headers?: Record<string, string>; body?: unknown } | { code: string };

/** A service on a clock that jumps, as a process knows it, and runs that share it. */
export function virtualService({ hasAnswered = true, maxRetryWait = 60_000 } = {}) {
	const clock = new VirtualClock();
	for (const name of ['now', 'sleep', 'random'] as const) {
		jest.spyOn(systemClock, name).mockImplementation(clock[name].bind(clock) as never);
	}
	const service: ServiceState = {
		pacer: new Pacer(clock),
		breaker: new CircuitBreaker(clock),
		runs: new Set(),
		hasAnswered,
	};
	/** What the service answers, and what has arrived. */
	const network = {
		answer: (() => ({ status: 200 })) as (position: number, request: IHttpRequestOptions) => Answer,
		requests: [] as Array<{ path: string; at: number }>,
	};
	const request = async (_type: string, options: IHttpRequestOptions) => {
		const { pathname: path } = new URL(options.url);
		const position = network.requests.push({ path, at: clock.now() }) - 1;
		const answer = network.answer(position, options);
		if ('code' in answer) {
			throw Object.assign(new Error(answer.code), answer);
		}
		const { status, headers = {}, body = {} } = answer;
		return await Promise.resolve({
			statusCode: status,
			headers,
			body: [Buffer.from(JSON.stringify(body))],
		});
	};
	const contextOf = (signal?: AbortSignal) =>
		({
			getExecutionCancelSignal: () => signal,
			helpers: { httpRequestWithAuthentication: request },
		}) as unknown as RequestContext;
	const begin = ({
		stopsAtFailure = undefined as boolean | undefined,
		maxConcurrency = 10,
		signal = undefined as AbortSignal | undefined,
	} = {}) => {
		const connection = {
			baseUrl: 'https://service.example',
			options: { maxConcurrency, maxRetryWait, timeout: 30_000, connection: {} },
			credential: {},
			signals: new RequestSignals(30_000, clock, signal),
			bytesLeft: 1_000_000,
		} as Connection;
		const run = new Run(contextOf(signal), connection, stopsAtFailure, service);
		// The virtual clock adds a listener for each sleep.
		setMaxListeners(0, run.signal);
		return run;
	};
	return { clock, service, network, begin, context: contextOf() };
}
