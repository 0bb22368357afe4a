import type { NoResponse } from './ServiceResponse';

/** Codes of {@link NoResponse} that no network gives. */
export const ownCodes = {
	timeout: 'ECONNABORTED',
	cancelled: 'ERR_CANCELED',
	/** n8n's protection against requests into its own network (SSRF), which it gives no code. */
	notAllowed: 'ERR_SSRF_BLOCKED',
} as const;

/** Failures to reach the host: the request has not left, and another try may succeed. */
const unreachableCodes: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ENOTFOUND',
	'EAI_AGAIN',
	'EHOSTUNREACH',
	'ENETUNREACH',
]);

/** A header cannot hold what it should: the request has not left, and never will. */
const invalidHeader = 'ERR_INVALID_CHAR';

/**
 * Failures to agree on an encrypted connection: the request has not left, and no try will change that. Any
 * other `ERR_SSL_…` breaks a connection that had been agreed on, and may come after the request.
 */
const encryptionCode = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|^EPROTO$|^ERR_TLS/;

/** Whether no encrypted connection came about. */
export function isEncryptionFailure(code: string): boolean {
	return encryptionCode.test(code);
}

/** The words of Node and of its proxy agent where a connection ends before a request can leave by it (n8n 1.x). */
const neverConnected =
	/^Client network socket disconnected before secure TLS|^Proxy connection ended before receiving CONNECT/;

/** Whether a failure says that the service is away at the moment: others would fail in the same way. */
export function isOutageCode(code: string): boolean {
	return !(
		isEncryptionFailure(code) ||
		code === ownCodes.cancelled ||
		code === ownCodes.notAllowed ||
		code === invalidHeader
	);
}

/** What is known of a request that failed with an error instead of a response. */
export function networkFailure(error: unknown): NoResponse {
	const { code, syscall, message, isSecureConnecting } = networkError(error);
	// Where a connection is read or written there is one: the same code tells then that it was lost.
	const isConnected = syscall === 'read' || syscall === 'write';
	return {
		kind: 'no response',
		code,
		reason: message,
		requestLeft: !(
			(unreachableCodes.has(code) && !isConnected) ||
			isEncryptionFailure(code) ||
			code === invalidHeader ||
			code === ownCodes.notAllowed ||
			isSecureConnecting ||
			neverConnected.test(message) ||
			syscall === 'connect'
		),
	};
}

/** An error, or one that it wraps, with what may say why no response came. */
interface ErrorLink {
	name?: unknown;
	code?: unknown;
	syscall?: unknown;
	message?: unknown;
	cause?: unknown;
	/** Those of a host with several addresses, one for each. */
	errors?: unknown[];
	/** In n8n's own error: the code, where it is no status, and the words of what it wrapped. */
	httpCode?: unknown;
	messages?: unknown[];
	/** In the HTTP client's error: the request, whose socket knows whether encryption was agreed on. */
	request?: { socket?: { secureConnecting?: boolean } };
}

/**
 * n8n wraps the HTTP client's error, which may wrap the network's: the innermost one with a code says what it
 * was. n8n 1.x drops what it wraps, and keeps only its code and its words.
 */
function networkError(error: unknown) {
	const chain: ErrorLink[] = [];
	for (let link = error; typeof link === 'object' && link !== null && chain.length < 5;) {
		chain.unshift(link);
		const { cause, errors }: ErrorLink = link;
		link = cause ?? errors?.[0];
	}
	const coded = chain.find((link) => codeOf(link) !== undefined);
	const { message, messages } = coded ?? chain.at(-1) ?? { message: error };
	return {
		code: (coded && codeOf(coded)) ?? 'none',
		syscall: chain.map(syscallOf).find((name) => name !== undefined),
		message: String(messages?.[0] ?? message),
		isSecureConnecting: chain.some(({ request }) => request?.socket?.secureConnecting === true),
	};
}

/** A network's code; n8n's error has a status in the same place, or none. */
function codeOf({ name, code, httpCode }: ErrorLink): string | undefined {
	if (String(name).startsWith('SsrfBlocked')) return ownCodes.notAllowed;
	return [code, httpCode].find(
		(value): value is string => typeof value === 'string' && /^[A-Z]/.test(value),
	);
}

function syscallOf({ syscall, messages }: ErrorLink): string | undefined {
	if (typeof syscall === 'string') return syscall;
	return /^(?:connect|read|write)(?= )/.exec(String(messages?.[0]))?.[0];
}
