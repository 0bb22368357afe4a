import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { checkedApiKey } from './input/apiKey';
import { checkedBaseUrl } from './input/baseUrl';
import { InvalidInput } from './input/InvalidInput';
import { keyMask } from './input/keyMask';
import { endpoints, requestDefaults } from './http/endpoints';
import { RequestSignals } from './http/RequestSignals';
import { systemClock } from './http/systemClock';
import {
	noResponse,
	overdue,
	readBody,
	type NoResponse,
	type ServiceResponse,
} from './http/transport';
import { dataArray } from './response/forms';
import { asSentence } from './response/parse';
import { problemOf } from './response/problemOf';
import { readResponse } from './response/readResponse';

/** One response is no run. */
const ownBudget = { bytesLeft: Infinity, valuesLeft: Infinity };

/** Milliseconds: somebody is waiting for the answer. */
const timeout = 15_000;

/**
 * Tests the credential by asking for the mailing lists, and says the same as a run would say. A
 * function, and not n8n's declared test request, because only so can it refuse an address before
 * anything is sent, and call an answer good that has the service's form and no other.
 */
export async function messengerApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const mask = keyMask(data.apiKey);
	try {
		const baseUrl = checkedBaseUrl(data.baseUrl, data.allowHttp === true);
		const apiKey = checkedApiKey(data.apiKey);
		const outcome = await ask(this, baseUrl, apiKey);
		const { readOnly } = endpoints.getLists;
		const reading = readResponse(outcome, { readOnly, toItems: dataArray });
		if (reading.state === 'accepted') return { status: 'OK', message: 'Connection successful' };
		const { host, pathname } = new URL(baseUrl);
		const { message, advice } = problemOf(reading, {
			host: mask(host),
			path: mask(pathname.replace(/\/$/, '')) + endpoints.getLists.url,
			inputsToCheck: "Check 'Base URL' in the credential.",
			tries: { attempts: 1, throttled: 1, throttledFor: 0 },
			mask,
		});
		return { status: 'Error', message: sentences(message, ...advice.slice(0, 1)) };
	} catch (error) {
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

async function ask(
	context: ICredentialTestFunctions,
	baseUrl: string,
	apiKey: string,
): Promise<ServiceResponse | NoResponse> {
	const ending = new RequestSignals(timeout, systemClock).begin();
	const { signal } = ending;
	const overdueTime = new Promise<never>((_, reject) =>
		signal.addEventListener('abort', () => reject(signal.reason)),
	);
	try {
		return await Promise.race([responseTo(context, baseUrl, apiKey, signal), overdueTime]);
	} catch (error) {
		return ending.isOverdue ? overdue(timeout) : noResponse(error);
	} finally {
		ending.end();
	}
}

/** n8n gives the test of a credential no request that it could end: what still comes is not read. */
async function responseTo(
	{ helpers }: ICredentialTestFunctions,
	baseUrl: string,
	apiKey: string,
	signal: AbortSignal,
): Promise<ServiceResponse> {
	const { method, url, maxResponseSize } = endpoints.getLists;
	const { statusCode, headers, body } = (await helpers.request({
		method,
		uri: baseUrl + url,
		headers: { ...requestDefaults.headers, Authorization: `Bearer ${apiKey}` },
		followRedirect: false,
		followAllRedirects: false,
		simple: false,
		resolveWithFullResponse: true,
		useStream: true,
		timeout,
	})) as {
		statusCode: number;
		headers: ServiceResponse['headers'];
		body: string | (AsyncIterable<Uint8Array> & { destroy(): void });
	};
	if (typeof body !== 'string') {
		if (signal.aborted) body.destroy();
		signal.addEventListener('abort', () => body.destroy());
	}
	// Of any status but a good one n8n has read it already.
	const chunks = typeof body === 'string' ? [new TextEncoder().encode(body)] : body;
	const text = await readBody(chunks, ownBudget, { maxSize: maxResponseSize });
	return { kind: 'response', status: statusCode, headers, ...text };
}
