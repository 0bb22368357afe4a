import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IExecutePaginationFunctions,
} from 'n8n-workflow';

import { refuse } from '../input/InvalidInput';
import { keyMask, unmasked, type Mask } from '../input/keyMask';
import type { ResponseBudget } from '../response/ServiceResponse';
import { credentialType, serviceOf, type Service } from './credential';
import { proxyOption, runOptions, type RequestOptions, type RunOptions } from './options';

/** What sends requests: the engine's context of a custom operation, or of a declarative one. */
export type RequestContext = IExecuteFunctions | IExecutePaginationFunctions;

/** How a run reaches the service: opened once for all its items. */
export interface Connection extends Service {
	/** The credential, read and decrypted. */
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>;
	/** Takes the key out of an output. A short key may be a word of the data, which then stays as it is. */
	outputMask: Mask;
	options: RunOptions;
	budget: ResponseBudget;
}

/**
 * What all answers of a run may have together: enough for any real run, and not enough to fill the memory of
 * n8n with what small compressed answers unpack to. A value of JSON takes up to 100 bytes.
 */
const budgetOfRun: ResponseBudget = { bytesLeft: 256 * 1024 * 1024, valuesLeft: 10_000_000 };

/** Fewest characters of a key that is looked for in outputs. */
const shortestInOutputs = 8;

/** The mask for the credential's key, where the connection could not be opened. */
export async function maskOf(context: RequestContext): Promise<Mask> {
	const none: Partial<ICredentialDataDecryptedObject> = {};
	const { apiKey } = await context.getCredentials(credentialType).catch(() => none);
	return keyMask(apiKey);
}

/**
 * Reads the credential and the Request Options.
 *
 * @throws InvalidInput where they break their rules; n8n's own error where the credential is missing
 */
export async function openConnection(
	context: RequestContext,
	requestOptions: RequestOptions,
): Promise<Connection> {
	const data = await context.getCredentials(credentialType);
	const service = serviceOf(data);
	const options = runOptions(requestOptions);
	if (service.baseUrl.startsWith('http:') && options.connection.proxy !== undefined) {
		refuse(
			proxyOption,
			"can't be used with a Base URL that begins with http://: whoever runs the proxy could read the API key",
			"Remove 'Proxy' from the request options, or use https:// in the credential.",
		);
	}
	const { id, name } = context.getNode().credentials?.[credentialType] ?? {
		id: null,
		name: credentialType,
	};
	return {
		...service,
		credential: { id: id ?? '', name, type: credentialType, data },
		outputMask: service.apiKey.length < shortestInOutputs ? unmasked : service.mask,
		options,
		budget: { ...budgetOfRun },
	};
}
