import { refuse } from './InvalidInput';

const name = { parameter: 'baseUrl', label: "The credential's Base URL" };
const example = 'Give an address such as https://api.example.com in the credential.';

/** Hosts that never leave this machine (node contract, `allowHttp`). */
function isLoopback(hostname: string): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * The credential's Base URL by the contract's rule: an absolute `https:` address without user
 * info, query or fragment; `http:` for this machine only, or where the credential allows it.
 *
 * @returns the address without trailing slashes, its path prefix kept
 * @throws InvalidInput where the rule is broken
 */
export function checkedBaseUrl(value: unknown, allowHttp: boolean): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') refuse(name, 'is empty', example);
	if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text) || !URL.canParse(text)) {
		refuse(name, 'is not an absolute URL', example);
	}
	const url = new URL(text);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		refuse(name, `begins with ${url.protocol}//, not https://`, example);
	}
	if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/]*@/.test(text)) {
		refuse(name, 'holds a user name or password', 'Take out the part before the "@".');
	}
	if (text.includes('?')) refuse(name, 'holds a query', 'Take out the "?" and what follows it.');
	if (text.includes('#')) refuse(name, 'holds a fragment', 'Take out the "#" and what follows it.');
	if (/[/\\](\.|%2e){1,2}([/\\]|$)/i.test(text)) {
		refuse(name, 'holds a path of dots', 'Write the path without "." and "..".');
	}
	if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
		refuse(
			name,
			`would send the API key to ${url.host} unencrypted`,
			'Use https://, or turn on Allow HTTP in the credential.',
		);
	}
	return url.origin + url.pathname.replace(/\/+$/, '');
}
