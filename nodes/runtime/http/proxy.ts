import type { IHttpRequestOptions, INodeProperties } from 'n8n-workflow';

import { parsedUrl } from '../input/baseUrl';
import { refuse } from '../input/InvalidInput';

export const proxyOption: INodeProperties = {
	displayName: 'Proxy',
	name: 'proxy',
	type: 'string',
	default: '',
	placeholder: 'e.g. http://proxy.example.com:3128',
	description:
		'Address of the HTTP or HTTPS proxy to use. If it requires a login, write user:password@ before its host.',
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

/** The codes of characters that would end a proxy's login, or lead to another host. */
const loginCodes =
	'In its login write \\ as %5C, % as %25, / as %2F, ? as %3F, # as %23, : as %3A and @ as %40.';

const example = 'http://proxy.example.com:3128';

/**
 * The proxy in n8n's form. Its login stays percent-encoded, because n8n puts it into a URL as it is.
 *
 * @throws InvalidInput if n8n would take it for none, or for another
 */
export function checkedProxy(value: unknown): IHttpRequestOptions['proxy'] {
	const address = String(value).trim();
	// n8n takes any other for none, and would send the key without it.
	if (!/^https?:\/\//i.test(address)) {
		refuse(
			proxyOption,
			`doesn't begin with "http://" or "https://"`,
			`Only such a proxy can be used, e.g. ${example}.`,
		);
	}
	const url = parsedUrl(address);
	if (url === undefined) {
		refuse(proxyOption, "isn't a valid URL", `Enter an address, e.g. ${example}. ${loginCodes}`);
	}
	const { protocol, hostname, port, username, password, pathname, search, hash } = url;
	// A backslash in the login begins the path, too.
	if (pathname + search + hash !== '/') {
		refuse(proxyOption, 'contains something after its host and port', loginCodes);
	}
	try {
		decodeURIComponent(username + password);
	} catch {
		refuse(proxyOption, 'contains a % that is not part of a code', loginCodes);
	}
	return {
		host: hostname,
		port: Number(port) || (protocol === 'https:' ? 443 : 80),
		protocol: protocol.replace(':', ''),
		...(username && { auth: { username, password } }),
	};
}
