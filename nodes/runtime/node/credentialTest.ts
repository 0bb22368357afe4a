import type { ICredentialTestFunction } from 'n8n-workflow';

import { targetOf } from '../http/connection';
import { attempt, readResponse, requestDefaults, type StreamedResponse } from '../http/transport';
import { keyMask } from '../input/keyMask';
import { judge } from '../response/cause';
import { asSentence, joined } from '../response/phrases';
import { explain } from '../response/words';
import { inputFailure } from '../run/outcome';
import type { Service } from '../Service';

/** Milliseconds: somebody is waiting for the answer. */
const timeout = 15_000;

/**
 * Says what a run would say of the service's probe. n8n's declared test request could neither refuse an address nor
 * check the answer's form.
 */
export function credentialTest(service: Service): ICredentialTestFunction {
	const { endpoint, toItems } = service.probe;
	return async function ({ data = {} }) {
		const { helpers } = this;
		try {
			const target = targetOf(service, data);
			const result = await attempt(timeout, undefined, async (signal) => {
				const response = (await helpers.request({
					method: endpoint.method,
					uri: target.baseUrl + endpoint.url,
					headers: { ...requestDefaults.headers, Authorization: `Bearer ${target.apiKey}` },
					followRedirect: false,
					simple: false,
					resolveWithFullResponse: true,
					useStream: true,
				})) as StreamedResponse;
				// A request that n8n offers here can't be aborted: instead, the rest of its answer is not read.
				const end = () => response.body.destroy();
				if (signal.aborted) end();
				signal.addEventListener('abort', end);
				return await readResponse(response, endpoint);
			});
			const verdict = judge(result, { service, readOnly: true, toItems });
			if (verdict.cause === 'accepted') return { status: 'OK', message: 'Connection successful' };
			const inputsToCheck = ["'Base URL' in the credential"];
			const { message, description } = explain(verdict, { ...target, service, inputsToCheck });
			return { status: 'Error', message: joined(asSentence(message), description) };
		} catch (error) {
			const { message, description } = inputFailure(error, keyMask(data.apiKey));
			return { status: 'Error', message: joined(asSentence(message), description) };
		}
	};
}
