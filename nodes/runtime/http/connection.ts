import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IExecutePaginationFunctions,
} from 'n8n-workflow';

import { checkedApiKey } from '../input/apiKey';
import { checkedBaseUrl } from '../input/baseUrl';
import { refuse } from '../input/InvalidInput';
import { jsonMask, keyMask, unmasked, type Mask } from '../input/keyMask';
import { maxTogether, type ResponseBudget } from '../response/ServiceResponse';
import { proxyOption, runOptions, type RequestOptions, type RunOptions } from './options';

/** What sends requests: the engine's context of a custom operation, or of a declarative one. */
export type RequestContext = IExecuteFunctions | IExecutePaginationFunctions;

/** The service as a credential names it. */
export interface Service {
	/** The Base URL, checked, without a trailing slash. */
	baseUrl: string;
	apiKey: string;
	/** The Base URL's scheme, host and port. */
	origin: string;
	/** The one host that the key may travel to. */
	hostname: string;
	/** Host and port of the Base URL, and its path or nothing, as messages name them. */
	host: string;
	path: string;
	/** Takes the key out of what an error or a hint quotes. */
	mask: Mask;
}

/** How a run reaches the service: opened once for all its items. */
export interface Connection extends Service {
	/** The credential, read and decrypted. */
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>;
	/** Takes the key out of an output. A short key may be a word of the data, which then stays as it is. */
	maskOutput: ReturnType<typeof jsonMask>;
	options: RunOptions;
	budget: ResponseBudget;
}

const credentialType = 'messengerApi';

/** Fewest characters of a key that is looked for in outputs. */
const shortestInOutputs = 8;

/** @throws InvalidInput where the credential breaks its rules */
export function serviceOf(credential: ICredentialDataDecryptedObject): Service {
	const baseUrl = checkedBaseUrl(credential.baseUrl, credential.allowHttp === true);
	const apiKey = checkedApiKey(credential.apiKey);
	const { origin, host, hostname, pathname } = new URL(baseUrl);
	const mask = keyMask(apiKey);
	const path = mask(pathname.replace(/\/$/, ''));
	return { baseUrl, apiKey, origin, hostname, host: mask(host), path, mask };
}

/** The mask for the credential's key, where the connection could not be opened. */
export async function maskOf(context: RequestContext): Promise<Mask> {
	const credential = await context.getCredentials(credentialType).catch(() => undefined);
	return keyMask(credential?.apiKey);
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
	const chosen = context.getNode().credentials?.[credentialType];
	const name = chosen?.name ?? credentialType;
	return {
		...service,
		credential: { id: chosen?.id ?? '', name, type: credentialType, data },
		maskOutput: jsonMask(service.apiKey.length < shortestInOutputs ? unmasked : service.mask),
		options,
		budget: { bytesLeft: maxTogether * 1024 * 1024 },
	};
}
