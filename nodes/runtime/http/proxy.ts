import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Parameter } from '../engine/Parameter';
import { parsedUrl } from '../input/baseUrl';
import { refuse, type ParameterName } from '../input/InvalidInput';

export const proxyOption: Parameter = {
	displayName: 'Proxy',
	name: 'proxy',
	type: 'string',
	default: '',
	placeholder: 'e.g. http://proxy.example.com:3128',
	description:
		'Address of the HTTP or HTTPS proxy to use. If it requires a login, write user:password@ before its host.',
	check: checkedProxy,
};

/** A request in n8n's form, or with the older names that the HTTP Request node still uses. */
export type AnyRequest = Partial<IHttpRequestOptions> & {
	uri?: string;
	rejectUnauthorized?: boolean;
};

/** True if the request's proxy could read the key: unencrypted, or with the proxy's certificate. */
export function proxyCouldRead(baseUrl: string, request: AnyRequest): boolean {
	if (!request.proxy) return false;
	return (
		baseUrl.startsWith('http:') ||
		request.skipSslCertificateValidation === true ||
		request.rejectUnauthorized === false ||
		request.agentOptions?.ca !== undefined
	);
}

const advice =
	'Enter http:// or https://, a login if it needs one, host and port, e.g. http://user:password@proxy.example.com:3128. In its login write \\ as %5C, % as %25, / as %2F, ? as %3F, # as %23, : as %3A and @ as %40.';

/**
 * The proxy in n8n's form. Its login stays percent-encoded, because n8n puts it into a URL as it is.
 *
 * @returns undefined if there is none
 * @throws InvalidInput if n8n would take it for none, and send the key without it, or for another
 */
function checkedProxy(value: unknown, name: ParameterName): IHttpRequestOptions['proxy'] {
	if (!value) return undefined;
	const address = String(value).trim();
	const url = /^https?:\/\//i.test(address) ? parsedUrl(address) : undefined;
	// A backslash in the login begins the path, too.
	if (url === undefined || url.pathname + url.search + url.hash !== '/' || !isEncoded(url)) {
		refuse(name, "isn't the address of a proxy", advice);
	}
	const { protocol, hostname, port, username, password } = url;
	return {
		host: hostname,
		port: Number(port) || (protocol === 'https:' ? 443 : 80),
		protocol: protocol.replace(':', ''),
		...(username && { auth: { username, password } }),
	};
}

/** True if each % in the login begins a code. */
function isEncoded({ username, password }: URL) {
	return !/%(?![\da-f]{2})/i.test(username + password);
}
