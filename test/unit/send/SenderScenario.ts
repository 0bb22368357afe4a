import { getEventListeners, setMaxListeners } from 'node:events';

import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { service } from '../../../nodes/Messenger/service';
import { systemClock } from '../../../nodes/runtime/http/clock';
import type { Connection } from '../../../nodes/runtime/http/connection';
import { unmasked } from '../../../nodes/runtime/input/keyMask';
import { KnownService } from '../../../nodes/runtime/limiter/KnownService';
import { Limiter } from '../../../nodes/runtime/limiter/Limiter';
import type { OperationDefinition } from '../../../nodes/runtime/run/operation';
import type { Failure } from '../../../nodes/runtime/run/outcome';
import type { Run } from '../../../nodes/runtime/run/Run';
import { beginSending, type Sending } from '../../../nodes/runtime/send/sending';
import { sendRequest } from '../../../nodes/runtime/send/sendRequest';
import { Scenario, type ActingRun, type Answer } from '../../support/Scenario';
import { endpoints } from '../../support/endpoints';

/** What the network brings for a request. */
async function networkResult(answer: Answer, retryAfter?: number, length = 0) {
	if (typeof answer === 'string') throw Object.assign(new Error(answer), { code: answer });
	const headers = { 'retry-after': retryAfter && String(retryAfter / 1000) };
	const text = JSON.stringify(answer === 200 ? { success: true } : {}).padEnd(length);
	return await Promise.resolve({ statusCode: answer, headers, body: [Buffer.from(text)] });
}

/** What operations of a kind have of their own; any other one writes. */
const operations: Record<string, Partial<OperationDefinition>> = {
	reading: { endpoint: endpoints.verifyEmail },
	expecting: { whenRefused: (status) => ({ isExpected: status === 400 }) },
	broken: {
		toItems: () => {
			throw new Error('a defect');
		},
	},
	stopping: { stopsAtFailure: true },
	reaching: { impact: () => 5 },
};

/** A request's failure, with its code and how often it was tried. */
function wordsOf({ state, httpCode, description, ofRequest }: Failure) {
	const [times] = /\d+ times/.exec(description + ofRequest) ?? [];
	const parts = [httpCode, times].filter((text) => text).join(', ');
	return parts === '' ? state : `${state} (${parts})`;
}

/** Runs of one key. A line says which requests leave, how they end, which runs probe, stop or end, and what is logged. */
export class SenderScenario extends Scenario {
	readonly limiter: Limiter;
	readonly sendings = new Map<string, Sending>();
	/** Characters of an answer, at least. */
	answerLength = 0;
	private readonly cancel = new AbortController();

	constructor() {
		super([
			[/^n8n cancels$/, () => this.cancel.abort()],
			[/^(\w+) is stopped$/, (run) => this.stop(run)],
			[/^(\w+) sends and is stopped$/, (run) => (this.send(run), this.stop(run))],
			[/^listeners$/, () => this.note(`${getEventListeners(this.cancel.signal, 'abort').length}`)],
			[
				/^(\w+) meets (\d+) 429s, and (\w+) a 200 after each$/,
				async (...given: [never, never, never]) => await this.throttle(...given),
			],
		]);
		for (const name of ['now', 'sleep'] as const) {
			jest.spyOn(systemClock, name).mockImplementation(this.clock[name].bind(this.clock) as never);
		}
		// The shortest pauses that chance allows.
		jest.spyOn(systemClock, 'random').mockReturnValue(0);
		this.limiter = new Limiter(
			systemClock,
			Object.assign(new KnownService(), { hasAnswered: true }),
		);
	}

	/** It waits for a minute, unless it says how long. */
	protected override begin(name: string, maxRetryWait = 60_000, kind = ''): ActingRun {
		const sending = this.beginSending(name, operations[kind], maxRetryWait);
		this.sendings.set(name, sending);
		const { brake } = sending;
		// The virtual clock adds a listener for each sleep.
		setMaxListeners(0, brake.signal, this.cancel.signal);
		brake.signal.addEventListener('abort', () =>
			this.note(brake.reason ? `${name} stops (${brake.reason.kind})` : `${name} ends`),
		);
		return {
			send: (text) => {
				const members = [{ itemIndex: 0, params: {}, parts: {} }];
				sendRequest(sending, { parts: { body: { text } }, members })
					.then((end) => this.note(`${text} ${'state' in end ? wordsOf(end) : 'accepted'}`))
					.catch((error: Error) => this.note(`${text} throws ${error.message}`));
			},
			end: () => brake.end(),
		};
	}

	private beginSending(name: string, own: Partial<OperationDefinition> = {}, maxRetryWait: number) {
		const connection = {
			...{ baseUrl: 'https://a.example', host: 'a.example', path: '', mask: unmasked },
			...{ service, credential: {} },
			options: { timeout: 300_000, maxRetryWait, maxConcurrency: 100 },
		} as unknown as Connection;
		const context = {
			getExecutionCancelSignal: () => this.cancel.signal,
			helpers: {
				httpRequestWithAuthentication: async (_type: string, request: IHttpRequestOptions) =>
					await this.network(name, request),
			},
			logger: { warn: (line: string) => this.note(`log: ${logged.exec(line)?.[1]}`) },
		} as unknown as IExecuteFunctions;
		const operation = {
			endpoint: endpoints.sendEvent,
			inputsToCheck: ['it'],
			toItems: (body: unknown) => [body as IDataObject],
			...own,
		} as OperationDefinition;
		return beginSending({ context, operation, continues: false } as Run, connection, this.limiter);
	}

	private async network(run: string, { url, body }: IHttpRequestOptions) {
		if (url.endsWith(endpoints.getLists.url)) {
			this.note(`${run} probes`);
			await this.clock.sleep(this.probes.take);
			return await networkResult(this.probes.meet);
		}
		const { text } = JSON.parse(body as string) as { text: string };
		this.note(text);
		return await new Promise((resolve) =>
			this.onTheirWay.set(text, (answer, retryAfter) =>
				resolve(networkResult(answer, retryAfter, this.answerLength)),
			),
		);
	}

	private stop(run: string) {
		this.run(run);
		this.sendings.get(run)!.brake.stop({ kind: 'cancelled' });
	}

	/** A request meets so many 429s, twenty seconds after each other, and one of another run is accepted after each. */
	private async throttle(request: string, count: number, other: string) {
		for (let met = 0; met < count; met += 1) {
			await this.clock.pass(10_000);
			this.answer(request, 429);
			this.send(other);
			await this.clock.pass(10_000);
			this.answerLast(other, 200);
			await this.clock.pass(0);
		}
		this.keep(/failed|stops|log/);
	}
}

const logged = /^Messenger at a\.example: .*(unavailable|again|didn't accept)/;
