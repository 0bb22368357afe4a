import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { checkedApiKey } from '../input/apiKey';
import { checkedBaseUrl } from '../input/baseUrl';
import { keyMask, type Mask } from '../input/keyMask';

export const credentialType = 'messengerApi';

/** The service as a credential names it. */
export interface Service {
	/** The Base URL, checked, without a trailing slash. */
	baseUrl: string;
	apiKey: string;
	/** The Base URL's scheme, host and port. */
	origin: string;
	/** The one host that the key may travel to. */
	hostname: string;
	/** Host and port of the Base URL, as messages name them. */
	host: string;
	/** Path of the Base URL, as messages name it; empty where it has none. */
	path: string;
	/** Takes the key out of what an error or a hint quotes. */
	mask: Mask;
}

/** @throws InvalidInput where the credential breaks its rules */
export function serviceOf(credential: ICredentialDataDecryptedObject): Service {
	const baseUrl = checkedBaseUrl(credential.baseUrl, credential.allowHttp === true);
	const apiKey = checkedApiKey(credential.apiKey);
	const { origin, host, hostname, pathname } = new URL(baseUrl);
	const mask = keyMask(apiKey);
	const path = mask(pathname.replace(/\/$/, ''));
	return { baseUrl, apiKey, origin, hostname, host: mask(host), path, mask };
}
