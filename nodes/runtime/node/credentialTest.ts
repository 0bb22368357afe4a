import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { serviceOf, type Service } from '../http/connection';
import { endpoints, requestDefaults } from '../http/endpoint';
import { attempt, readResponse, type StreamedResponse } from '../http/transport';
import { InvalidInput } from '../input/InvalidInput';
import { keyMask } from '../input/keyMask';
import { dataArray } from '../response/parse';
import { problemOf } from '../response/statusProblems';
import { verdictOf } from '../response/verdict';
import { asSentence } from '../response/wording';

/** Milliseconds: somebody is waiting for the answer. */
const timeout = 15_000;

const { method, url, readOnly, maxResponseSize } = endpoints.getLists;

/**
 * Tests the credential by asking for the mailing lists, and says what a run would say (docs/node-contract.md,
 * C2). n8n's declared test request could neither refuse an address nor check the answer's form.
 */
export async function messengerApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const budget = { bytesLeft: Infinity };
	try {
		const service = serviceOf(data);
		const { host, path, mask } = service;
		const result = await attempt(timeout, undefined, async (signal) => {
			const response = await request(this, service);
			// A request that n8n offers here can't be aborted: instead, the rest of its answer is not read.
			const end = () => response.body.destroy();
			if (signal.aborted) end();
			signal.addEventListener('abort', end);
			return await readResponse(response, maxResponseSize, budget);
		});
		const verdict = verdictOf(result, { readOnly, toItems: dataArray, copies: 1, budget });
		if (verdict.state === 'accepted') return { status: 'OK', message: 'Connection successful' };
		const { message, description } = problemOf(verdict, {
			host,
			path: path + url,
			inputsToCheck: ["'Base URL' in the credential"],
			attempts: { count: 1, hasLeft: true, throttled: 1, throttledFor: 0 },
			mask,
		});
		return { status: 'Error', message: `${asSentence(message)} ${description}` };
	} catch (error) {
		const mask = keyMask(data.apiKey);
		const message =
			error instanceof InvalidInput
				? `${asSentence(error.problem(mask))} ${error.advice(mask)}`
				: "The credential couldn't be tested";
		return { status: 'Error', message };
	}
}

async function request(
	{ helpers }: ICredentialTestFunctions,
	{ baseUrl, apiKey }: Service,
): Promise<StreamedResponse> {
	return (await helpers.request({
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
}
