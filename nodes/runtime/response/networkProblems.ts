import { sanitizeUntrusted } from '../input/untrustedText';
import type { Service } from '../Service';
import { misconfigured, type Explanation, type Situation } from './Failure';
import { certificateCodes, ownCodes } from './networkFailure';
import type { NoResponse } from './ServiceResponse';
import { asSentence } from './phrases';

/** The words for a failure, which is temporary unless its row says otherwise. {@link networkRow} fills in what is in {}. */
interface Row extends Partial<Explanation> {
	/** For a failure with such a code, or such words of OpenSSL. */
	of: RegExp;
	message: string;
}

/** The advice if nothing answers. A proxy may have failed as well: n8n doesn't always tell. */
export const adviceIfUnreachable = ({ credential }: Service) =>
	`Check that the service is running, 'Base URL' in the ${credential.displayName} credential, and the proxy if there is one.`;

export const adviceOnProxy =
	"Check 'Proxy' in Settings → Request Options if you set one, otherwise ask whoever runs n8n.";

/** The login that a proxy requires, even if it answers an unencrypted request. */
export const proxyLogin: Explanation = {
	message: 'The proxy requires a login',
	description:
		"If you set 'Proxy' in Settings → Request Options, it needs the right user:password@ before its host. Otherwise ask whoever runs n8n. Nothing reached the service.",
	...misconfigured,
};

/** A proxy answered with another status than 200, or not at all. */
const proxyRows: Row[] = [
	{ of: /407/, ...proxyLogin },
	{
		of: /403/,
		message: "The proxy doesn't allow connections to {host} ({why})",
		description: 'Ask whoever runs the proxy to allow {host}.',
		...misconfigured,
	},
	{
		of: /^(408|429|5(?!01))/,
		message: "The proxy couldn't connect to {host} ({why})",
		description: 'Try again later. If it goes on, ask whoever runs the proxy.',
	},
	{
		of: /^\d/,
		message: 'The proxy refused to connect to {host} ({why})',
		...misconfigured,
	},
	{
		of: new RegExp(ownCodes.timeout),
		message: 'The proxy opened no connection to {host}: {reason}',
	},
];

const adviceOnClientCertificate =
	"This node can't send one: use n8n's HTTP Request node with its SSL Certificates.";

/** For a web server that says so by a page. */
export const clientCertificate: Explanation = {
	message: 'The service wants a client certificate',
	description: adviceOnClientCertificate,
	...misconfigured,
};

const cancelled: Row = {
	of: new RegExp(ownCodes.cancelled),
	message: 'The execution was cancelled {when}',
	description: '',
};

/** The request did not leave; the last row is for every other code. The peer is the service, or the proxy if it failed. */
const beforeItLeft: Row[] = [
	{
		of: /ECONNREFUSED|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT/,
		message: "Couldn't connect to {peer} ({why})",
	},
	{
		of: /ENOTFOUND/,
		message: "Couldn't connect to {peer} ({why})",
		cause: 'configuration-invalid',
	},
	{
		of: new RegExp(ownCodes.timeout),
		message: "Couldn't connect to {peer}: {reason}",
	},
	{
		of: new RegExp(ownCodes.notAllowed),
		message: "n8n doesn't allow requests to {blocked} ({code})",
		description:
			"The SSRF protection of this n8n blocks {blocked}, the address of 'Base URL' or of the proxy. Ask whoever runs n8n to allow it.",
		...misconfigured,
	},
	{
		of: /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)/,
		message: "n8n doesn't know who issued the certificate of {peer} ({code})",
		description:
			"If it is a company's own CA, or a proxy that inspects connections: whoever runs n8n adds that CA with the environment variable NODE_EXTRA_CA_CERTS. Otherwise tell whoever runs {peer}.",
		...misconfigured,
	},
	{
		of: /CERT_(HAS_EXPIRED|NOT_YET_VALID)/,
		message: 'The certificate of {peer} has expired or is not valid yet ({code})',
		description: "Whoever runs {peer} has to renew it. Check the clock of n8n's machine, too.",
		...misconfigured,
	},
	{
		of: /CERT_ALTNAME_INVALID/,
		message: 'The certificate of {peer} is for another host ({code})',
		description: '{words} Check that {address} has a name from the certificate.',
		...misconfigured,
	},
	{
		of: /wrong.version.number|packet.length.too.long/i,
		message: "{peer} doesn't answer with TLS ({why})",
		description:
			'This port probably expects unencrypted HTTP. Check {address}, above all its port.',
		...misconfigured,
	},
	{
		of: /alert.protocol|unsupported.protocol/i,
		message: '{peer} and n8n have no TLS version in common ({why})',
		description: 'Whoever runs {peer} has to allow TLS 1.2 or newer.',
		...misconfigured,
	},
	{
		of: /alert.(certificate|bad.certificate)/i,
		message: '{peer} wants a client certificate ({why})',
		description: adviceOnClientCertificate,
		...misconfigured,
	},
	{
		of: /alert.handshake/i,
		message: '{peer} refused the secure connection ({why})',
		description: `It may want a client certificate. ${adviceOnClientCertificate} Or it has no cipher in common with n8n.`,
		...misconfigured,
	},
	{
		of: new RegExp(`${certificateCodes}|EPROTO|ERR_(TLS|SSL)`),
		message: "Couldn't make a secure connection to {peer} ({why})",
		description: 'Check {address}, or ask whoever runs {peer}.',
		...misconfigured,
	},
	{
		of: /^/,
		message: 'The connection to {peer} ended before the request left ({why})',
	},
];

/** The request had left, or may have; the last row is for every other code. */
const afterItLeft: Row[] = [
	{
		of: new RegExp(ownCodes.timeout),
		message: 'The service at {host} sent {reason}',
		description: "Raise 'Timeout' in Settings → Request Options if the service needs longer.",
	},
	{
		of: /^/,
		message: 'The connection to {host} was lost before the response was complete ({code})',
		description: 'Check the network between n8n and the service.',
	},
];

/** OpenSSL's words, such as `wrong version number`. */
const opensslWords = ({ reason }: NoResponse) =>
	/:SSL routines:[^:]*:(?:(?:sslv3|tlsv1\d?|ssl\/tls) )?([^:]+):/.exec(reason)?.[1] ?? '';

function rowOf(failure: NoResponse): Row {
	const { code = '', requestLeft, isAtProxy } = failure;
	const words = `${code} ${opensslWords(failure)}`;
	const ofProxy = isAtProxy ? proxyRows : [];
	const rows = requestLeft ? afterItLeft : [...ofProxy, ...beforeItLeft];
	return [cancelled, ...rows].find(({ of }) => of.test(words))!;
}

/** True if a failure says that the service is down at the moment: others would fail in the same way. */
export function isOutage(failure: NoResponse): boolean {
	return failure.code !== ownCodes.cancelled && !rowOf(failure).affectsEveryRequest;
}

/** Says what is wrong if no whole response came. */
export function networkRow(failure: NoResponse, { service, host, mask }: Situation): Explanation {
	const row = rowOf(failure);
	const { description = '{check}', cause = 'temporarily-unavailable', affectsEveryRequest } = row;
	const { isAtProxy, blockedHost = host } = failure;
	const reason = sanitizeUntrusted(failure.reason, mask);
	const { code = reason } = failure;
	const said = code === ownCodes.noTunnel || reason.includes(code) ? reason : code;
	const openssl = code === 'EPROTO' && opensslWords(failure);
	const values: Record<string, string> = {
		host,
		peer: isAtProxy ? 'the proxy' : host,
		blocked: sanitizeUntrusted(blockedHost, mask),
		code,
		why: openssl ? `${code}: ${openssl}` : said,
		reason,
		when: failure.requestLeft ? 'while the request was on its way' : 'before the request left',
		words: asSentence(reason),
		address: isAtProxy
			? "'Proxy' in Settings → Request Options"
			: `'Base URL' in the ${service.credential.displayName} credential`,
		check: isAtProxy ? adviceOnProxy : adviceIfUnreachable(service),
	};
	const filledIn = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!);
	return {
		message: filledIn(row.message).replace(/^the proxy/, 'The proxy'),
		description: filledIn(description),
		cause,
		affectsEveryRequest,
	};
}
