import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { EndedEarly, withinTime } from './http/clock';
import { serviceOf, type Service } from './http/credential';
import { endpoints, requestDefaults } from './http/endpoints';
import { endedEarly, readResponse, type StreamedResponse } from './http/transport';
import { InvalidInput } from './input/InvalidInput';
import { keyMask } from './input/keyMask';
import { networkFailure } from './response/networkFailure';
import { asSentence, dataArray } from './response/parse';
import type { SendResult } from './response/ServiceResponse';
import { problemOf } from './response/statusProblems';
import { verdictOf } from './response/verdict';

/** One answer is no run. */
const unbounded = () => ({ bytesLeft: Infinity, valuesLeft: Infinity });

/** Milliseconds: somebody is waiting for the answer. */
const timeout = 15_000;

const { method, url, readOnly, maxResponseSize } = endpoints.getLists;

/**
 * Tests the credential by asking for the mailing lists, and says the same as a run would say. A function, and
 * not n8n's declared test request, because only so can it refuse an address before anything is sent, and call
 * an answer good that has the service's form and no other.
 */
export async function messengerApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	try {
		const service = serviceOf(data);
		const { host, path, mask } = service;
		const result = await ask(this, service);
		const verdict = verdictOf(result, { readOnly, toItems: dataArray, budget: unbounded() });
		if (verdict.state === 'accepted') return { status: 'OK', message: 'Connection successful' };
		const { message, advice } = problemOf(verdict, {
			host,
			path: path + url,
			inputsToCheck: "Check 'Base URL' in the credential.",
			tries: { attempts: 1, throttled: 1, throttledFor: 0 },
			mask,
		});
		return { status: 'Error', message: sentences(message, ...advice.slice(0, 1)) };
	} catch (error) {
		const mask = keyMask(data.apiKey);
		const message =
			error instanceof InvalidInput
				? sentences(error.problem(mask), error.advice(mask))
				: "The credential couldn't be tested";
		return { status: 'Error', message };
	}
}

function sentences(message: string, ...advice: string[]): string {
	return [asSentence(message), ...advice].join(' ');
}

async function ask(context: ICredentialTestFunctions, service: Service): Promise<SendResult> {
	try {
		return await withinTime(timeout, undefined, async (signal) => {
			const response = await request(context, service);
			// n8n offers the test of a credential no request that could be ended: what still comes is not read.
			const { body } = response;
			const end = () => (body as { destroy?: () => void }).destroy?.();
			if (signal.aborted) end();
			signal.addEventListener('abort', end);
			return await readResponse(response, maxResponseSize, unbounded());
		});
	} catch (error) {
		return error instanceof EndedEarly ? endedEarly(error, timeout) : networkFailure(error);
	}
}

async function request(
	{ helpers }: ICredentialTestFunctions,
	{ baseUrl, apiKey }: Service,
): Promise<StreamedResponse> {
	const response = (await helpers.request({
		method,
		uri: baseUrl + url,
		headers: { ...requestDefaults.headers, Authorization: `Bearer ${apiKey}` },
		followRedirect: false,
		followAllRedirects: false,
		simple: false,
		resolveWithFullResponse: true,
		useStream: true,
		timeout,
	})) as StreamedResponse;
	// Of any status but a good one n8n has read the body already.
	const body: unknown = response.body;
	if (typeof body !== 'string') return response;
	return { ...response, body: [new TextEncoder().encode(body)] };
}
