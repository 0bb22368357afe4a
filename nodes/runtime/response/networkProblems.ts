import { sanitizeUntrusted } from '../input/untrustedText';
import { ownCodes } from './networkFailure';
import { misconfigured, type Explanation, type Situation } from './Failure';
import type { Service } from '../Service';
import type { NoResponse } from './ServiceResponse';
import { asSentence } from './wording';

/** Rows by a network's code, OpenSSL's words or a status. In {} stand values of the failure. */
type Rows = Record<string, Explanation>;

/** The advice if nothing answers. A proxy may have failed as well: n8n doesn't always tell. */
const checkService =
	"Check that the service is running, 'Base URL' in the {credential} credential, and the proxy if there is one.";

export const adviceIfUnreachable = ({ credential }: Service) =>
	filledIn(checkService, { credential: credential.displayName });

export const adviceOnProxy =
	"Check 'Proxy' in Settings → Request Options if you set one, otherwise ask whoever runs n8n.";

/** Node's own words name the address that failed. */
const unreachable: Explanation = {
	message: "Couldn't connect to {host} ({why})",
	description:
		"Check the network of n8n, 'Base URL' in the {credential} credential, and the proxy if there is one.",
	cause: 'temporarily-unavailable',
};

const unknownHost: Explanation = {
	...unreachable,
	description:
		"Check the spelling of 'Base URL' in the {credential} credential, the network of n8n, and the proxy if there is one.",
	cause: 'configuration-invalid',
};

const cancelled = { description: '', cause: 'temporarily-unavailable' } as const;

/** Failures before the request left. */
const beforeItLeft: Rows = {
	ECONNREFUSED: { ...unreachable, description: checkService },
	ENOTFOUND: unknownHost,
	EAI_AGAIN: { ...unknownHost, cause: 'temporarily-unavailable' },
	EHOSTUNREACH: unreachable,
	ENETUNREACH: unreachable,
	ETIMEDOUT: unreachable,
	[ownCodes.timeout]: { ...unreachable, message: "Couldn't connect to {host}: {reason}" },
	[ownCodes.cancelled]: {
		...cancelled,
		message: 'The execution was cancelled before the request left',
	},
	[ownCodes.notAllowed]: {
		message: "n8n doesn't allow requests to {blocked} ({code})",
		description:
			"The SSRF protection of this n8n blocks {blocked}, the address of 'Base URL' or of the proxy. Ask whoever runs n8n to allow it.",
		...misconfigured,
	},
	ERR_INVALID_CHAR: {
		message: "n8n couldn't make the request ({why})",
		description: "Check 'API Key' in the {credential} credential.",
		...misconfigured,
	},
};

const connectionEnded: Explanation = {
	message: 'The connection to {host} ended before the request left ({why})',
	description: 'Check the network between n8n and the service.',
	cause: 'temporarily-unavailable',
};

const unknownIssuer: Explanation = {
	message: "n8n doesn't know who issued the certificate of {host} ({code})",
	description:
		"If it is a company's own CA, or a proxy that inspects connections: whoever runs n8n adds that CA with the environment variable NODE_EXTRA_CA_CERTS. Otherwise tell whoever runs {host}.",
	...misconfigured,
};

const expired: Explanation = {
	message: 'The certificate of {host} has expired ({code})',
	description: "Whoever runs {host} has to renew it. Check the clock of n8n's machine, too.",
	...misconfigured,
};

const notTls: Explanation = {
	message: "{host} doesn't answer with TLS ({why})",
	description:
		"This port probably expects unencrypted HTTP. Check 'Base URL' in the {credential} credential, above all its port.",
	...misconfigured,
};

const tooOld: Explanation = {
	message: '{host} and n8n have no TLS version in common ({why})',
	description: 'Whoever runs {host} has to allow TLS 1.2 or newer.',
	...misconfigured,
};

const sendClientCertificate =
	"This node can't send one: use n8n's HTTP Request node with its SSL Certificates.";

const clientCertificate: Explanation = {
	message: '{host} wants a client certificate ({why})',
	description: sendClientCertificate,
	...misconfigured,
};

/** For a web server that tells the same by a status. */
export const clientCertificateRow: Explanation = {
	...clientCertificate,
	message: 'The service wants a client certificate',
};

/** No agreement on encryption, by Node's code or OpenSSL's words. */
const encryption: Rows = {
	DEPTH_ZERO_SELF_SIGNED_CERT: unknownIssuer,
	SELF_SIGNED_CERT_IN_CHAIN: unknownIssuer,
	UNABLE_TO_GET_ISSUER_CERT: unknownIssuer,
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownIssuer,
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownIssuer,
	CERT_HAS_EXPIRED: expired,
	CERT_NOT_YET_VALID: { ...expired, message: "The certificate of {host} isn't valid yet ({code})" },
	ERR_TLS_CERT_ALTNAME_INVALID: {
		message: 'The certificate of {host} is for another host ({code})',
		description:
			"{words} Check that 'Base URL' in the {credential} credential has a name from the certificate.",
		...misconfigured,
	},
	'wrong version number': notTls,
	'packet length too long': notTls,
	'alert protocol version': tooOld,
	'unsupported protocol': tooOld,
	'alert certificate required': clientCertificate,
	'alert bad certificate': clientCertificate,
	'alert handshake failure': {
		message: '{host} refused the secure connection ({why})',
		description: `It may want a client certificate. ${sendClientCertificate} Or it has no cipher in common with n8n.`,
		...misconfigured,
	},
};

const unencrypted: Explanation = {
	message: "Couldn't make a secure connection to {host} ({why})",
	description:
		"Check that 'Base URL' in the {credential} credential leads to the service, and to its HTTPS.",
	...misconfigured,
};

const proxyUnreachable: Explanation = {
	message: "The proxy can't be reached ({why})",
	description: adviceOnProxy,
	cause: 'temporarily-unavailable',
};

const proxyEnded: Explanation = {
	...proxyUnreachable,
	message: 'The proxy ended the connection ({why})',
};

const proxyFailed: Explanation = {
	message: "The proxy couldn't connect to {host} ({why})",
	description: 'Try again later. If it goes on, ask whoever runs the proxy.',
	cause: 'temporarily-unavailable',
};

const proxyRefused: Explanation = {
	message: 'The proxy refused to connect to {host} ({why})',
	description: adviceOnProxy,
	...misconfigured,
};

/** The login that a proxy requires, even if it answers an unencrypted request. */
export const proxyLogin: Explanation = {
	...proxyRefused,
	message: 'The proxy requires a login',
	description:
		"If you set 'Proxy' in Settings → Request Options, it needs the right user:password@ before its host. Otherwise ask whoever runs n8n. Nothing reached the service.",
};

const proxyNotTls: Explanation = {
	...notTls,
	description: `This port probably expects unencrypted HTTP. ${adviceOnProxy}`,
};

/** Failures at a proxy: by Node's code, OpenSSL's words, the status of its answer, or the first digit of that. */
const atProxy: Rows = {
	ECONNREFUSED: proxyUnreachable,
	ENOTFOUND: { ...proxyUnreachable, cause: 'configuration-invalid' },
	EAI_AGAIN: proxyUnreachable,
	EHOSTUNREACH: proxyUnreachable,
	ENETUNREACH: proxyUnreachable,
	ETIMEDOUT: proxyUnreachable,
	[ownCodes.timeout]: {
		...proxyUnreachable,
		message: 'The proxy opened no connection to {host}: {reason}',
	},
	ERR_TLS_CERT_ALTNAME_INVALID: {
		message: 'The certificate of the proxy is for another host ({code})',
		description: `{words} ${adviceOnProxy}`,
		...misconfigured,
	},
	'wrong version number': proxyNotTls,
	'packet length too long': proxyNotTls,
	401: proxyLogin,
	403: {
		...proxyRefused,
		message: "The proxy doesn't allow connections to {host} ({why})",
		description: 'Ask whoever runs the proxy to allow {host}.',
	},
	407: proxyLogin,
	408: proxyFailed,
	429: proxyFailed,
	501: proxyRefused,
	2: proxyRefused,
	3: proxyRefused,
	4: proxyRefused,
	5: proxyFailed,
};

const interrupted: Explanation = {
	message: 'The connection to {host} was lost before the response was complete ({code})',
	description: 'Check the network between n8n and the service.',
	cause: 'temporarily-unavailable',
};

/** Failures after the request had left, or may have. */
const afterItLeft: Rows = {
	[ownCodes.timeout]: {
		...interrupted,
		message: 'The service at {host} sent {reason}',
		description: "Raise 'Timeout' in Settings → Request Options if the service needs longer.",
	},
	[ownCodes.cancelled]: {
		...cancelled,
		message: 'The execution was cancelled while the request was on its way',
	},
};

/** OpenSSL's words, such as `wrong version number`. With the code EPROTO they are in the message only. */
function opensslWords({ code = '', reason }: NoResponse): string {
	const words =
		/:SSL routines:[^:]*:([^:]+):/.exec(reason)?.[1] ??
		/^ERR_SSL_(.+)/.exec(code)?.[1]?.replaceAll('_', ' ').toLowerCase();
	return words?.replace(/^(sslv3|tlsv1\d?|ssl\/tls) /, '') ?? '';
}

const encryptionCode = /CERT|SELF_SIGNED|UNABLE_TO_|^EPROTO$|^ERR_(TLS|SSL)/;

const rowIn = (rows: Rows, key: string) => (Object.hasOwn(rows, key) ? rows[key] : undefined);

function rowOf(failure: NoResponse): Explanation {
	const { code = '', requestLeft, isAtProxy } = failure;
	if (requestLeft) return rowIn(afterItLeft, code) ?? interrupted;
	const tables = isAtProxy ? [atProxy, beforeItLeft, encryption] : [beforeItLeft, encryption];
	const keys = [code, opensslWords(failure), ...(isAtProxy ? [code.charAt(0)] : [])];
	const rows = keys.flatMap((key) => tables.map((table) => rowIn(table, key)));
	const isOfEncryption = encryptionCode.test(code);
	const other = isAtProxy
		? { ...(isOfEncryption ? unencrypted : proxyEnded), description: adviceOnProxy }
		: isOfEncryption
			? unencrypted
			: connectionEnded;
	return rows.find((row) => row !== undefined) ?? other;
}

/** True if a failure says that the service is down at the moment: others would fail in the same way. */
export function isOutage(failure: NoResponse): boolean {
	return failure.code !== ownCodes.cancelled && !rowOf(failure).affectsEveryRequest;
}

/** Says what is wrong if no whole response came. */
export function networkRow(failure: NoResponse, { service, host, mask }: Situation): Explanation {
	const row = rowOf(failure);
	const { isAtProxy, blockedHost = host } = failure;
	const reason = sanitizeUntrusted(failure.reason, mask);
	const { code = reason } = failure;
	const openssl = code === 'EPROTO' ? opensslWords(failure) : '';
	const isSaid = code === ownCodes.noTunnel || reason.includes(code);
	const values = {
		// An https:// proxy has its own certificate.
		host: isAtProxy && encryptionCode.test(code) ? 'the proxy' : host,
		blocked: sanitizeUntrusted(blockedHost, mask),
		code,
		why: openssl === '' ? (isSaid ? reason : code) : `${code}: ${openssl}`,
		reason,
		words: asSentence(reason),
		credential: service.credential.displayName,
	};
	return {
		...row,
		message: filledIn(row.message, values).replace(/^the proxy/, 'The proxy'),
		description: filledIn(row.description, values),
	};
}

const filledIn = (text: string, values: Record<string, string>) =>
	text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
