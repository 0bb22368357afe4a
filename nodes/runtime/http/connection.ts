import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
} from 'n8n-workflow';

import { checkedApiKey } from '../input/apiKey';
import { checkedBaseUrl } from '../input/baseUrl';
import { refuse } from '../input/InvalidInput';
import { jsonMask, keyMask, unmasked, type Mask } from '../input/keyMask';
import { sanitizeUntrusted } from '../input/untrustedText';
import type { Service } from '../Service';
import type { RunOptions } from './options';
import { proxyCouldRead, proxyOption } from './proxy';

interface Target {
	/** Checked, without a trailing slash. */
	baseUrl: string;
	apiKey: string;
	/** Host and port of the Base URL, as messages name them. */
	host: string;
	/** Takes the key out of what an error or a hint quotes. */
	mask: Mask;
}

/** A run's connection to the service, opened once for all its items. */
export interface Connection extends Target {
	service: Service;
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>;
	credentialName: string;
	/** Takes the key out of an output. A short key may be a word of the data, which then stays as it is. */
	maskOutput: ReturnType<typeof jsonMask>;
	options: RunOptions;
}

/** Fewest characters of a key that is looked for in outputs. */
const shortestInOutputs = 8;

/** @throws InvalidInput if the credential breaks its rules */
export function targetOf(
	{ surplusPath }: Service,
	credential: ICredentialDataDecryptedObject,
): Target {
	const baseUrl = checkedBaseUrl(credential.baseUrl, credential.allowHttp === true, surplusPath);
	const apiKey = checkedApiKey(credential.apiKey);
	const { host } = new URL(baseUrl);
	const mask = keyMask(apiKey);
	return { baseUrl, apiKey, host: mask(host), mask };
}

/** The most items of which the credential is compared in any case: an expression with a default fails for none. */
const compared = 8;

const fields = { baseUrl: 'Base URL', apiKey: 'API Key', allowHttp: 'Allow HTTP' };

/** @throws InvalidInput if an expression in it has another value for another item; n8n's own error if it is missing */
export async function readCredential(
	context: IExecuteFunctions,
	{ credential: { type } }: Service,
	count: number,
): Promise<ICredentialDataDecryptedObject> {
	const read = async (index: number) => await context.getCredentials(type, index);
	const data = await read(0);
	const differing = (other: ICredentialDataDecryptedObject) =>
		Object.entries(fields).find(([field]) => other[field] !== data[field]);
	// Reading takes 1.5 ms. Where an expression reads the item, it mostly fails for one that doesn't exist, or differs.
	const isSuspect = count > 1 && (await read(count).then(differing, () => true));
	const step = isSuspect ? 1 : Math.ceil(count / compared);
	for (let index = 1; index < count; index += step) {
		const [name, displayName] = differing(await read(index)) ?? [];
		if (name === undefined) continue;
		refuse(
			{ name, displayName: displayName!, which: 'of the credential' },
			`has another value for item ${index} than for item 0: its expression reads the item`,
			'Put Loop Over Items with Batch Size 1 before this node, so that each run has one item.',
		);
	}
	return data;
}

/** @throws InvalidInput if the credential breaks its rules, or a proxy could read the key */
export function openConnection(
	context: IExecuteFunctions,
	service: Service,
	data: ICredentialDataDecryptedObject,
	options: RunOptions,
): Connection {
	const { type } = service.credential;
	const target = targetOf(service, data);
	const { proxy, allowUnauthorizedCerts: skipSslCertificateValidation } = options;
	if (proxyCouldRead(target.baseUrl, { proxy, skipSslCertificateValidation })) {
		refuse(
			proxyOption,
			'could read the API key',
			'Remove it from Settings → Request Options, or what lets it read the connection: Ignore SSL Issues, or an unencrypted Base URL.',
		);
	}
	const isShort = target.apiKey.length < shortestInOutputs;
	const { id, name = type } = context.getNode().credentials?.[type] ?? {};
	return {
		...target,
		service,
		credential: { id: id ?? '', name, type, data },
		credentialName: sanitizeUntrusted(String(name), target.mask),
		maskOutput: isShort ? jsonMask(unmasked) : jsonMask(target.mask, target.apiKey),
		options,
	};
}
