import { refuse, words } from './InvalidInput';

const name = { name: 'baseUrl', displayName: 'Base URL', which: 'of the credential' };
const example =
	'Enter an address such as https://api.example.com, or http://localhost:3000 for this machine, in the credential.';

/** More than any real address; what is longer is not even looked at. */
const longestUrl = 2048;

/** Longer advice is no help, and would be cut. */
const longestAdvice = 60;

/** Hosts that never leave this machine (docs/node-contract.md, `allowHttp`). */
export function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * The credential's Base URL by the contract's rule: an absolute `https:` address without user
 * info, query or fragment; `http:` for this machine only, or where the credential allows it. Only
 * the usual spelling is accepted: what programs read in different ways, such as control characters,
 * backslashes, `127.1` or a host with a comma, could lead one of them to another host.
 *
 * @returns the address without trailing slashes, its path prefix kept
 * @throws InvalidInput where the rule is broken
 */
export function checkedBaseUrl(value: unknown, allowHttp: boolean): string {
	if (typeof value === 'string' && value.length > longestUrl) {
		refuse(name, `is longer than ${longestUrl} characters`, example);
	}
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') refuse(name, 'is empty', example);
	if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) refuse(name, "doesn't begin with https://", example);
	const url = parsedUrl(text);
	if (url === undefined) refuse(name, "isn't a valid URL", example);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		refuse(name, words`begins with ${url.protocol}//, not https://`, example);
	}
	if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/]*@/.test(text)) {
		refuse(name, 'contains a user name or password', 'Remove the part before the "@".');
	}
	if (text.includes('?')) refuse(name, 'contains a query', 'Remove the "?" and what follows it.');
	if (text.includes('#'))
		refuse(name, 'contains a fragment', 'Remove the "#" and what follows it.');
	if (/[/\\](\.|%2e){1,2}([/\\]|$)/i.test(text)) {
		refuse(name, 'contains "." or ".." in its path', 'Remove them from the path.');
	}
	const address = url.origin + url.pathname.replace(/\/+$/, '');
	if (!isUsualSpelling(text, url)) {
		refuse(
			name,
			"isn't written in the usual form",
			isUsualHost(url.hostname) && address.length <= longestAdvice
				? words`Enter "${address}".`
				: example,
		);
	}
	if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
		refuse(
			name,
			words`would send the API key to ${url.host} unencrypted`,
			"Use https://, or turn on 'Allow HTTP' in the credential.",
		);
	}
	return address;
}

/**
 * Whether an address is written as the URL standard writes it, but for capital letters in scheme
 * and host, the scheme's own port, and slashes at the end.
 */
function isUsualSpelling(text: string, { protocol, host, hostname, pathname }: URL): boolean {
	const [, scheme = '', authority = '', path = ''] = /^([^/]*)\/\/([^/]*)(.*)$/s.exec(text) ?? [];
	const ownPort = protocol === 'https:' ? ':443' : ':80';
	return (
		scheme.toLowerCase() === protocol &&
		[host, hostname + ownPort].includes(authority.toLowerCase()) &&
		isUsualHost(hostname) &&
		(path === '' || path === pathname)
	);
}

/** Neither `*` nor a comma, which n8n's list of allowed domains would read as more than one host. */
function isUsualHost(hostname: string): boolean {
	return /^(\[[\da-f:]+\]|[\w.-]+)$/.test(hostname);
}

/** Not `URL.canParse`, which on Node 20 refuses letters such as "ü" once it was called often enough. */
export function parsedUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
