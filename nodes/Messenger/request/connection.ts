import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IExecutePaginationFunctions,
} from 'n8n-workflow';

import { checkedApiKey } from '../input/apiKey';
import { checkedBaseUrl, isLoopback } from '../input/baseUrl';
import { RequestSignals } from './RequestSignals';
import { runOptions, type RequestOptions, type RunOptions } from './options';
import { systemClock } from './systemClock';

const credentialType = 'messengerApi';

/** What sends requests: the engine's context of a custom operation, or of a declarative one. */
export type RequestContext = IExecuteFunctions | IExecutePaginationFunctions;

/**
 * Bytes that all responses of a run may have together: enough for any real run, and not enough to
 * fill the memory of n8n with what small compressed responses unpack to.
 */
const largestRun = 256 * 1024 * 1024;

/** How a run reaches the service: opened once for all its items. */
export interface Connection {
	/** The credential, read and decrypted. */
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>;
	/** The credential's Base URL, checked, without a trailing slash. */
	baseUrl: string;
	/** Host and port of the Base URL, as messages name it. */
	host: string;
	/** The one host that the key may travel to. */
	hostname: string;
	/** Taken out of everything that is shown. */
	apiKey: string;
	options: RunOptions;
	signals: RequestSignals;
	/** Bytes that the responses of this run may still have. */
	bytesLeft: number;
}

/** The credential's key, to be taken out of an error; undefined where there is none of any use. */
export async function apiKeyOf(context: RequestContext): Promise<string | undefined> {
	try {
		return checkedApiKey((await context.getCredentials(credentialType)).apiKey);
	} catch {
		return undefined;
	}
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
	const baseUrl = checkedBaseUrl(data.baseUrl, data.allowHttp === true);
	const apiKey = checkedApiKey(data.apiKey);
	const options = runOptions(requestOptions);
	const { id, name } = context.getNode().credentials?.[credentialType] ?? {
		id: null,
		name: credentialType,
	};
	const { host, hostname, protocol } = new URL(baseUrl);
	// What is not encrypted stays on this machine: a proxy could read the key.
	if (protocol === 'http:' && isLoopback(hostname)) delete options.connection.proxy;
	return {
		credential: { id: id ?? '', name, type: credentialType, data },
		baseUrl,
		host,
		hostname,
		apiKey,
		options,
		signals: new RequestSignals(options.timeout, systemClock, context.getExecutionCancelSignal()),
		bytesLeft: largestRun,
	};
}
