import type { NoResponse } from './ServiceResponse';

/** The codes that the node itself gives a {@link NoResponse}. */
export const ownCodes = {
	timeout: 'ECONNABORTED',
	cancelled: 'ERR_CANCELED',
	/** n8n's protection against requests into its own network (SSRF), which it gives no code. */
	notAllowed: 'ERR_SSRF_BLOCKED',
} as const;

/** Failures to reach the host: the request has not left, and another try may succeed. */
const unreachable = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;

/** The words of Node and its proxy agent where a connection ends before a request can leave (n8n 1.x). */
const neverConnected =
	/^Client network socket disconnected before secure TLS|^Proxy connection ended before receiving CONNECT/;

/** Whether no encrypted connection came about. Any other `ERR_SSL_…` may come after the request has left. */
export function isEncryptionFailure(code: string) {
	return /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|^EPROTO$|^ERR_TLS/.test(code);
}

/** Whether the request has not left, and never will. A header cannot hold an invalid character. */
function isHopeless(code: string) {
	return isEncryptionFailure(code) || code === ownCodes.notAllowed || code === 'ERR_INVALID_CHAR';
}

/** Whether a failure says that the service is away at the moment: others would fail in the same way. */
export function isOutageCode(code: string) {
	return !isHopeless(code) && code !== ownCodes.cancelled;
}

/**
 * What is known of a request without a response. n8n wraps the HTTP client's error, which may wrap the network's:
 * the innermost one with a code says what it was. n8n 1.x keeps only code and words of what it wraps.
 */
export function networkFailure(error: unknown): NoResponse {
	const chain: ErrorLink[] = [];
	for (let link = error; typeof link === 'object' && link !== null && chain.length < 5;) {
		chain.unshift(link);
		const { cause, errors }: ErrorLink = link;
		link = cause ?? errors?.[0];
	}
	const coded = chain.find(codeOf) ?? chain.at(-1) ?? { message: error };
	const code = codeOf(coded) ?? 'none';
	const reason = String(coded.messages?.[0] ?? coded.message);
	const syscall = chain.map(syscallOf).find((name) => name !== undefined);
	// A failed read or write means that there was a connection: then the same code says that it was lost.
	const isConnected = syscall === 'read' || syscall === 'write';
	const hasNotLeft =
		isHopeless(code) ||
		(unreachable.test(code) && !isConnected) ||
		syscall === 'connect' ||
		neverConnected.test(reason) ||
		chain.some(({ request }) => request?.socket?.secureConnecting);
	return { kind: 'no response', code, reason, requestLeft: !hasNotLeft };
}

/** An error, or one that it wraps, with what may say why no response came. */
interface ErrorLink extends Partial<
	Record<'name' | 'code' | 'syscall' | 'message' | 'cause', unknown>
> {
	/** Those of a host with several addresses, one for each. */
	errors?: unknown[];
	/** In n8n's own error: the code, where it is no status, and the words of what it wrapped. */
	httpCode?: unknown;
	messages?: unknown[];
	/** In the HTTP client's error; its socket knows whether encryption was agreed on. */
	request?: { socket?: { secureConnecting?: boolean } };
}

/** A network's code; n8n's error has a status in the same place, or none. */
function codeOf({ name, code, httpCode }: ErrorLink): string | undefined {
	if (String(name).startsWith('SsrfBlocked')) return ownCodes.notAllowed;
	return [code, httpCode].map(String).find((value) => /^[A-Z]/.test(value));
}

function syscallOf({ syscall, messages }: ErrorLink): string | undefined {
	if (typeof syscall === 'string') return syscall;
	return /^(?:connect|read|write)(?= )/.exec(String(messages?.[0]))?.[0];
}
