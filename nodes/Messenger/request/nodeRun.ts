import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteData,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { checkedApiKey } from '../input/apiKey';
import { checkedBaseUrl } from '../input/baseUrl';
import { pacerFor } from './pacing/pacers';
import type { Pacer } from './pacing/Pacer';
import { connectionOptions, type RequestOptions } from './requestOptions';
import { RunReport } from './RunReport';
import type { RequestContext } from './transport';

const credentialType = 'messengerApi';

/** What all items of one run of the node share. */
export interface NodeRun {
	/** The credential, read and decrypted once for all items. */
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>;
	/** The credential's Base URL, checked, without a trailing slash. */
	baseUrl: string;
	/** Taken out of everything that is shown. */
	apiKey: string;
	/** The one host that the key may travel to. */
	hostname: string;
	/** Milliseconds until a request without a whole answer is given up. */
	timeout: number;
	/** Proxy and TLS settings of the Request Options. */
	connection: Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation'>;
	/** Most requests in flight at once. */
	maxConcurrency: number;
	/** Milliseconds for which a request that the rate limit refused is sent again. */
	maxRetryWait: number;
	pacer: Pacer;
	report: RunReport;
}

const runs = new WeakMap<IExecuteData, Promise<NodeRun>>();

/**
 * The run that an item belongs to. The engine gives all items of a run, and all tries of its
 * "Retry On Fail", the same execution data, and drops it with the run.
 *
 * @param readRequestOptions reads the node's Request Options; called once a run
 * @throws InvalidInput where the credential breaks its rules
 */
export async function nodeRun(
	context: RequestContext,
	readRequestOptions: () => RequestOptions,
): Promise<NodeRun> {
	const key = context.getExecuteData();
	let run = runs.get(key);
	if (run === undefined) {
		run = startRun(context, readRequestOptions);
		runs.set(key, run);
		// A credential that could not be read is read again by the next try.
		run.catch(() => runs.delete(key));
	}
	return await run;
}

async function startRun(
	context: RequestContext,
	readRequestOptions: () => RequestOptions,
): Promise<NodeRun> {
	const data = await context.getCredentials(credentialType);
	const baseUrl = checkedBaseUrl(data.baseUrl, data.allowHttp === true);
	const apiKey = checkedApiKey(data.apiKey);
	const node = context.getNode();
	const { id, name } = node.credentials?.[credentialType] ?? { id: null, name: credentialType };
	return {
		credential: { id: id ?? '', name, type: credentialType, data },
		baseUrl,
		apiKey,
		hostname: new URL(baseUrl).hostname,
		...connectionOptions(readRequestOptions()),
		pacer: pacerFor(baseUrl, apiKey),
		report: new RunReport(itemCount(context)),
	};
}

/** How many items the engine runs the node for. */
function itemCount(context: RequestContext): number {
	if (context.getNode().executeOnce === true) return 1;
	const { main, ai_tool: tool } = context.getExecuteData().data;
	return (main ?? tool)?.[0]?.length ?? 1;
}
