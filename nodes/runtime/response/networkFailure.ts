import { UserError } from 'n8n-workflow';

import type { NoResponse } from './ServiceResponse';

/** The node's own codes for a {@link NoResponse}. */
export const ownCodes = {
	timeout: 'ECONNABORTED',
	cancelled: 'ERR_CANCELED',
	/** n8n's protection against requests into its own network (SSRF), which has no code. */
	notAllowed: 'ERR_SSRF_BLOCKED',
	/** The credential didn't let the request leave: its `authenticate` throws a UserError. */
	credential: 'ERR_CREDENTIAL',
	/** A proxy opened no tunnel, and said nothing. Node's own proxy support calls it so. */
	noTunnel: 'ERR_PROXY_TUNNEL',
} as const;

export const isOwnCode = (code: string): boolean => Object.values<string>(ownCodes).includes(code);

/** By what failed or, where that isn't known, by a code: there was no connection yet, and another try may succeed. */
const unreachable =
	/^(connect|getaddrinfo|ECONNREFUSED|ENOTFOUND|EAI_[A-Z]+|EHOSTUNREACH|ENETUNREACH)$/;

/** A certificate was refused, or n8n or the credential refused the address: nothing was processed. */
const neverLeft = /CERT|UNABLE_TO_|^INVALID_|PATH_LENGTH|UNSPECIFIED|ERR_(TLS|SSRF|CREDENTIAL)/;

/** The words of Node and its proxy agent where a connection ends before a request can leave: n8n 2.0 has no more. */
const neverConnected = /^Client network socket disconnected before secure TLS/;
const neverTunnelled = /^Proxy connection ended before receiving CONNECT/;

/** OpenSSL's words, such as `wrong version number`. */
export const opensslWords = ({ reason }: NoResponse) =>
	/:SSL routines:[^:]*:(?:(?:sslv3|tlsv1\d?|ssl\/tls) )?([^:]+):/.exec(reason)?.[1] ?? '';

/** A request of Node's HTTP client, as far as it tells how far it came. */
interface ClientRequest {
	protocol?: string;
	/** Null until there is one, which through a proxy means that it has opened its tunnel. */
	socket?: { encrypted?: boolean; secureConnecting?: boolean } | null;
}

/** True if a request got no further than a proxy: it has no connection yet, or none that is encrypted as it must be. */
function isAtProxy({ protocol, socket }: ClientRequest): boolean {
	if (socket === undefined) return false;
	return socket === null || (protocol === 'https:' && socket.encrypted !== true);
}

/**
 * The reading of a request without a response. n8n wraps the HTTP client's error, which may wrap the network's:
 * the innermost one with a code says what it was. n8n 2.0 keeps only code and words of what it wraps.
 */
export function networkFailure(error: unknown): NoResponse {
	const chain: ErrorLink[] = [];
	for (let link = error; typeof link === 'object' && link !== null && chain.length < 5;) {
		chain.unshift(link);
		const { cause, errors }: ErrorLink = link;
		link = cause ?? errors?.[0];
	}
	const coded = chain.find(codeOf) ?? chain.at(-1) ?? { message: error };
	const request = chain.find((link) => link.request)?.request ?? {};
	const reason = String(coded.messages?.[0] ?? coded.message);
	const isOfProxy = isAtProxy(request) || neverTunnelled.test(reason);
	const code = codeOf(coded) ?? (isOfProxy ? ownCodes.noTunnel : undefined);
	return {
		kind: 'no response',
		code,
		reason,
		requestLeft: !isOfProxy && !neverConnected.test(reason) && mayHaveLeft(chain, request, code),
		...(isOfProxy && { isAtProxy: true }),
	};
}

function mayHaveLeft(chain: ErrorLink[], { socket }: ClientRequest, code = ''): boolean {
	if (socket?.secureConnecting || neverLeft.test(code)) return false;
	if (socket?.encrypted) return true;
	const syscall = chain.map(syscallOf).find((name) => name !== undefined);
	// After a failed read or write, the same code says that the connection was lost.
	return code !== 'EPROTO' && !unreachable.test(syscall ?? code);
}

/** An error, or one that it wraps, with what may say why no response came. */
interface ErrorLink extends Partial<
	Record<'name' | 'code' | 'syscall' | 'message' | 'cause', unknown>
> {
	/** Those of a host with several addresses, one for each. */
	errors?: unknown[];
	/** In n8n's own error: the code, if it isn't a status, and the words of what it wrapped. */
	httpCode?: unknown;
	messages?: unknown[];
	request?: ClientRequest;
}

/** The code of an error: the network's, or one of our own. */
function codeOf(link: ErrorLink): string | undefined {
	if (String(link.name).startsWith('SsrfBlocked')) return ownCodes.notAllowed;
	if (link instanceof UserError) return ownCodes.credential;
	return [link.code, link.httpCode].map(String).find((code) => /^[A-Z]/.test(code));
}

function syscallOf({ syscall, messages }: ErrorLink): string | undefined {
	if (typeof syscall === 'string') return syscall;
	return /^(?:connect|getaddrinfo|read|write)(?= )/.exec(String(messages?.[0]))?.[0];
}
