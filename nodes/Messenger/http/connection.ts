import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IExecutePaginationFunctions,
} from 'n8n-workflow';

import { checkedApiKey } from '../input/apiKey';
import { checkedBaseUrl } from '../input/baseUrl';
import { refuse } from '../input/InvalidInput';
import { keyMask, unmasked, type Mask } from '../input/keyMask';
import { RequestSignals } from './RequestSignals';
import { proxyOption, runOptions, type RequestOptions, type RunOptions } from './options';
import { systemClock } from './systemClock';

const credentialType = 'messengerApi';

/** What sends requests: the engine's context of a custom operation, or of a declarative one. */
export type RequestContext = IExecuteFunctions | IExecutePaginationFunctions;

/**
 * Bytes that all responses of a run may have together: enough for any real run, and not enough to
 * fill the memory of n8n with what small compressed responses unpack to.
 */
const largestRun = 256 * 1024 * 1024;

/** Values of JSON that all outputs of a run may be made of, for the same reason: each takes up to 100 bytes. */
const mostValuesOfRun = 10_000_000;

/** How a run reaches the service: opened once for all its items. */
export interface Connection {
	/** The credential, read and decrypted. */
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>;
	/** The credential's Base URL, checked, without a trailing slash. */
	baseUrl: string;
	/** Host and port of the Base URL, as messages name them. */
	host: string;
	/** Path of the Base URL, as messages name it; empty where it has none. */
	path: string;
	/** The one host that the key may travel to. */
	hostname: string;
	apiKey: string;
	/** Takes the key out of what an error or a hint quotes. */
	mask: Mask;
	/** Takes it out of an output. A short key may be a word of the data, which then stays as it is. */
	outputMask: Mask;
	options: RunOptions;
	signals: RequestSignals;
	/** What the responses of this run may still have together. */
	bytesLeft: number;
	valuesLeft: number;
}

/** The mask for the credential's key, where the connection could not be opened. */
export async function maskOf(context: RequestContext): Promise<Mask> {
	const none: Partial<ICredentialDataDecryptedObject> = {};
	const { apiKey } = await context.getCredentials(credentialType).catch(() => none);
	return keyMask(apiKey);
}

/** Fewest characters of a key that is looked for in outputs. */
const shortestInOutputs = 8;

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
	const baseUrl = checkedBaseUrl(data.baseUrl, data.allowHttp === true);
	const apiKey = checkedApiKey(data.apiKey);
	const options = runOptions(requestOptions);
	const { id, name } = context.getNode().credentials?.[credentialType] ?? {
		id: null,
		name: credentialType,
	};
	const { host, hostname, pathname, protocol } = new URL(baseUrl);
	if (protocol === 'http:' && options.connection.proxy !== undefined) {
		refuse(
			proxyOption,
			"can't be used with a Base URL that begins with http://: whoever runs the proxy could read the API key",
			"Remove 'Proxy' from the request options, or use https:// in the credential.",
		);
	}
	const mask = keyMask(apiKey);
	return {
		credential: { id: id ?? '', name, type: credentialType, data },
		baseUrl,
		host: mask(host),
		path: mask(pathname.replace(/\/$/, '')),
		hostname,
		apiKey,
		mask,
		outputMask: apiKey.length < shortestInOutputs ? unmasked : mask,
		options,
		signals: new RequestSignals(options.timeout, systemClock, context.getExecutionCancelSignal()),
		bytesLeft: largestRun,
		valuesLeft: mostValuesOfRun,
	};
}
