import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { checkedApiKey } from './input/apiKey';
import { checkedBaseUrl } from './input/baseUrl';
import { InvalidInput } from './input/InvalidInput';
import { endpoints, requestDefaults } from './request/endpoints';
import { noResponse, type NoResponse, type ServiceResponse } from './request/transport';
import { dataArray } from './response/forms';
import { problemOf } from './response/problemOf';
import { readResponse } from './response/readResponse';

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
	try {
		const baseUrl = checkedBaseUrl(data.baseUrl, data.allowHttp === true);
		const apiKey = checkedApiKey(data.apiKey);
		const outcome = await ask(this, baseUrl, apiKey);
		const reader = { apiKey, readOnly: true, toItems: dataArray };
		const reading = readResponse(outcome, reader);
		if (reading.state === 'accepted') return { status: 'OK', message: 'Connection successful' };
		const { message, advice } = problemOf(reading, {
			host: new URL(baseUrl).host,
			path: endpoints.getLists.url,
			inputsToCheck: "Check 'Base URL' in the credential.",
			tries: { attempts: 1, throttled: 1, throttledFor: 0 },
			apiKey,
		});
		return { status: 'Error', message: sentences(message, advice[0] ?? '') };
	} catch (error) {
		const message =
			error instanceof InvalidInput
				? sentences(error.message, error.advice)
				: "The credential couldn't be tested";
		return { status: 'Error', message };
	}
}

function sentences(message: string, advice: string): string {
	return advice === '' ? message : `${message}. ${advice}`;
}

async function ask(
	context: ICredentialTestFunctions,
	baseUrl: string,
	apiKey: string,
): Promise<ServiceResponse | NoResponse> {
	try {
		const response = (await context.helpers.request({
			method: endpoints.getLists.method,
			uri: baseUrl + endpoints.getLists.url,
			headers: { ...requestDefaults.headers, Authorization: `Bearer ${apiKey}` },
			followRedirect: false,
			followAllRedirects: false,
			simple: false,
			resolveWithFullResponse: true,
			timeout,
		})) as { statusCode: number; headers: ServiceResponse['headers']; body: unknown };
		const { statusCode: status, headers, body } = response;
		return {
			kind: 'response',
			status,
			headers,
			body: typeof body === 'string' ? body : (JSON.stringify(body) ?? ''),
		};
	} catch (error) {
		return noResponse(error);
	}
}
