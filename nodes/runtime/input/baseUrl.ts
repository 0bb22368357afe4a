import { refuse } from './InvalidInput';

const name = { name: 'baseUrl', displayName: 'Base URL', which: 'of the credential' };
const example =
	'Enter an address such as https://api.example.com, or http://localhost:3000 for this machine, in the credential.';

/** Characters: more than any real address has. What is longer is not even parsed. */
const longestUrl = 2048;

/** Hosts that never leave this machine. */
const loopback = /^(localhost|\[::1\]|127(\.\d{1,3}){3})$/;

/** Neither `*` nor a comma, which n8n's list of allowed domains would read as more than one host. */
const usualHost = /^(\[[\da-f:]+\]|[\w.-]+)$/;

/**
 * The credential's Base URL, in the usual spelling only: what programs read in different ways, such as control
 * characters, backslashes, `..` or `127.1`, could lead one of them to another host.
 *
 * @param surplusPath an end of the path that is dropped
 * @throws InvalidInput if the rule is broken
 */
export function checkedBaseUrl(value: unknown, allowHttp: boolean, surplusPath: RegExp): string {
	const text = typeof value === 'string' ? value.trim() : '';
	if (text === '') refuse(name, 'is empty', example);
	if (!/^https?:\/\//i.test(text)) refuse(name, "doesn't begin with https://", example);
	const url = text.length > longestUrl ? undefined : parsedUrl(text);
	if (url === undefined) refuse(name, "isn't a valid URL", example);
	const { protocol, origin, hostname, host, pathname } = url;
	if (/^[^/]*\/\/[^/]*@/.test(text)) {
		refuse(name, 'contains a user name or password', 'Remove the part before the "@".');
	}
	if (/[?#]/.test(text)) refuse(name, 'contains "?" or "#"', 'Remove it and what follows it.');
	const path = pathname.replace(/\/+$/, '');
	if (!usualHost.test(hostname) || usualSpelling(text, protocol) !== origin + path) {
		refuse(name, "isn't written in the usual form", example);
	}
	if (protocol === 'https:' || allowHttp || loopback.test(hostname)) {
		return origin + path.replace(surplusPath, '');
	}
	const advice = "Use https://, or turn on 'Allow HTTP' in the credential.";
	refuse(name, 'would send the API key unencrypted', advice, { quoted: host });
}

/** Capital letters in scheme and host, the scheme's own port, and slashes at the end do not matter. */
function usualSpelling(text: string, protocol: string) {
	const ownPort = protocol === 'https:' ? /:443$/ : /:80$/;
	return text
		.replace(/^[^/]*\/\/[^/]*/, (start) => start.toLowerCase().replace(ownPort, ''))
		.replace(/\/+$/, '');
}

/** Not `URL.canParse`, which on Node 20 refuses letters such as "ü" once it was called often enough. */
export function parsedUrl(text: string, base?: string): URL | undefined {
	try {
		return new URL(text, base);
	} catch {
		return undefined;
	}
}
