import { jsonMask, type Mask } from '../input/keyMask';
import { sanitizeUntrusted } from '../input/untrustedText';
import type { Service } from '../Service';
import type { Answer, Cause, Failed } from './cause';
import { opensslWords, ownCodes } from './networkFailure';
import { fieldsOf, serviceMessage } from './parse';
import { asSentence, checkInputs, cut, quote } from './phrases';
import type { NoResponse } from './ServiceResponse';

/** The facts that the words of a failure may mention, apart from what came. */
export interface Situation {
	service: Service;
	/** Host and port of the Base URL, and the path of the request. */
	host: string;
	path: string;
	/** Such as `'Email'`. */
	inputsToCheck: readonly string[];
	mask: Mask;
}

type Facts = ReturnType<typeof factsOf>;

const invalid = ({ said, inputsToCheck }: Facts) =>
	`${said || 'The service refused the request as invalid'}
	${checkInputs(inputsToCheck, said)}`;

const redirected = ({ target, why, credential }: Facts) =>
	`The service answered with a redirect${target && ` to ${cut(target)}`}${why}
	Redirects aren't followed, to keep the API key safe. Enter the final address as 'Base URL' in ${credential}.`;

const proxyLogin = () => `The proxy requires a login
	If you set 'Proxy' in Settings → Request Options, it needs the right user:password@ before its host. Otherwise ask whoever runs n8n. Nothing reached the service.`;

/** For each cause a title and, on the next line, what to do (docs/node-contract.md, "Errors"). They steer nothing. */
const words: Record<Cause, (facts: Facts) => string> = {
	expected: invalid,
	invalid,
	refused: (facts) => {
		const { status, said } = facts;
		// A conflict is one with what was entered.
		if (status === 409) return invalid(facts);
		return `${said || `The service refused the request (status ${status})`}
		The answer has the status ${status}. If its words don't say what to do, ask whoever runs the service.`;
	},
	tooLong: ({ said, why, inputsToCheck }) =>
		`${said || `The request is too large for the service${why}`}
		${checkInputs(inputsToCheck, said)}`,
	notFound: ({ said, why, path, credential }) =>
		`Not found: the service has nothing at ${path}${/^not found\W*$/i.test(said) ? '' : why}
		Check 'Base URL' in ${credential}.`,
	notTheService: ({ said, status, why, checkBaseUrl }) =>
		`${said || `The answer has the status ${status}${why}`}
		${checkBaseUrl}`,
	unproven: ({ status, isTrustable }) =>
		`The service answered with status ${status}, but didn't say that it accepted the request
		${isTrustable ? "If the service confirms by its status alone, turn on 'Trust Success Status' in Settings → Request Options." : ''}`,
	notAnAnswer: ({ came, checkBaseUrl }) => `The service answered with ${came}
		${checkBaseUrl}`,
	tooLarge: ({ host, excess, checkBaseUrl }) => `The response of ${host} is too large: ${excess}
		${checkBaseUrl}`,
	tooLargeTogether: ({ host, excess }) =>
		`The responses of ${host} in this run are too large: ${excess}
		Send fewer items in a run.`,
	rejectedKey: ({ why, credential }) => `The service didn't accept the API key${why}
		Check 'API Key' and 'Base URL' in ${credential}. The request was not processed.`,
	wantsProxyLogin: proxyLogin,
	noAccept: ({ why }) => `The service didn't receive the Accept header${why}
		A proxy between n8n and the service is probably stripping it. Let the header through there.`,
	redirected,
	seeOther: redirected,
	throttled: ({ why }) => `Rate limit exceeded${why}
		Lower 'Max Concurrency' or raise 'Max Retry Wait' in Settings → Request Options.`,
	blocked: ({ service: { blocked }, why }) => `${blocked.message}${why}
		${blocked.description} This request was not processed: it reached nobody.`,
	serverError: ({ said, status, why, isUncertain }) =>
		`${said || `The service failed with status ${status}${why}`}
		The service itself failed.${isUncertain ? '' : ' Try again later.'}`,

	timedOut: ({ host, reason }) => `The service at ${host} sent ${reason}
		Raise 'Timeout' in Settings → Request Options if the service needs longer.`,
	lost: ({ host, why }) =>
		`The connection to ${host} was lost before the response was complete${why}
		Check the network between n8n and the service.`,
	cancelled: () => 'The execution was cancelled while the request was on its way',
	cancelledBefore: () => 'The execution was cancelled before the request left',
	notReached: ({ peer, why, check }) => `Couldn't connect to ${peer}${why}
		${check}`,
	unknownHost: ({ peer, why, check }) => `Couldn't find ${peer}${why}
		${check}`,
	proxyFailed: ({ host, why, check }) => `The proxy opened no connection to ${host}${why}
		Try again later. ${check}`,
	proxyRefused: ({ host, why, check }) => `The proxy doesn't allow connections to ${host}${why}
		Ask whoever runs the proxy to allow ${host}. ${check}`,
	proxyLogin,
	credentialRefused: ({ reason, credential }) => `${reason}
		Check ${credential}.`,
	ssrf: ({ forbiddenHost, why }) => `n8n doesn't allow requests to ${forbiddenHost}${why}
		The SSRF protection of this n8n blocks ${forbiddenHost}, the address of 'Base URL' or of the proxy. Ask whoever runs n8n to allow it.`,
	unknownIssuer: ({ peer, why }) => `n8n doesn't know who issued the certificate of ${peer}${why}
		If it is a company's own CA, or a proxy that inspects connections: whoever runs n8n adds that CA with the environment variable NODE_EXTRA_CA_CERTS. Otherwise tell whoever runs ${peer}.`,
	expired: ({ peer, why }) => `The certificate of ${peer} has expired or is not valid yet${why}
		Whoever runs ${peer} has to renew it. Check the clock of n8n's machine, too.`,
	wrongName: ({ peer, why, reason, address }) =>
		`The certificate of ${peer} is for another host${why}
		${asSentence(reason)} Check that ${address} has a name from the certificate.`,
	noTls: ({ peer, why, address }) => `${peer} doesn't answer with TLS${why}
		This port probably expects unencrypted HTTP. Check ${address}, above all its port.`,
	tls: ({ peer, why, address }) => `Couldn't make a secure connection to ${peer}${why}
		Check ${address}, or ask whoever runs ${peer} whether it allows TLS 1.2 or newer, and whether it wants a client certificate. This node can't send one: use n8n's HTTP Request node with its SSL Certificates.`,
};

/** The advice if nothing answers. A proxy may have failed as well: n8n doesn't always tell. */
export const adviceIfUnreachable = ({ credential }: Service) =>
	`Check that the service is running, 'Base URL' in the ${credential.displayName} credential, and the proxy if there is one.`;

export const adviceOnProxy =
	"Check 'Proxy' in Settings → Request Options if you set one, otherwise ask whoever runs n8n.";

/** Says what happened and what to do, without the API key. */
export function explain(
	failed: Failed,
	situation: Situation,
): Record<'message' | 'description', string> {
	const meaning = failed.answer?.meaning;
	const [title, advice = ''] = words[failed.cause](factsOf(failed, situation)).split(/\n\t*/);
	return {
		message: meaning?.message?.(situation.mask) ?? title!.replace(/^the proxy/, 'The proxy'),
		description: meaning?.advice ?? advice,
	};
}

/** The facts that words mention. What does not apply is empty. All are single lines. */
function factsOf({ answer, failure, rule }: Failed, situation: Situation) {
	const { service, host, mask } = situation;
	const credential = `the ${service.credential.displayName} credential`;
	const said = (answer && serviceMessage(service, answer, mask)) ?? '';
	const came = answer ? whatCame(answer, mask) : '';
	const isPage = answer?.notJson === 'text';
	const isAtProxy = failure?.isAtProxy;
	return {
		...situation,
		credential,
		checkBaseUrl: `Check that 'Base URL' in ${credential} leads to the service itself.`,
		status: answer?.status,
		/** The service's own words. */
		said,
		/** Names what came instead of the expected body. */
		came,
		/** For the end of a title: the service's or the network's words; of a page, what came instead. */
		why: failure ? ` (${codeOf(failure, mask)})` : said ? `: ${said}` : isPage ? ` (${came})` : '',
		/** The address of a redirect, without its query, which may carry secrets. */
		target: sanitizeUntrusted(answer?.headers.location ?? '', mask).replace(/[?#].*/s, ''),
		/** Names what the answer has too much of. */
		excess: answer?.excess ?? '',
		isTrustable: answer?.isTrustable,
		isUncertain: rule.state === 'uncertain',
		/** The network's words, without its code. */
		reason: sanitizeUntrusted(failure?.reason ?? '', mask),
		/** The service, or the proxy if that failed; the setting that leads there, and what to check. */
		peer: isAtProxy ? 'the proxy' : host,
		address: isAtProxy ? "'Proxy' in Settings → Request Options" : `'Base URL' in ${credential}`,
		check: isAtProxy ? adviceOnProxy : adviceIfUnreachable(service),
		/** The host that n8n's protection (SSRF) doesn't allow. */
		forbiddenHost: sanitizeUntrusted(failure?.forbiddenHost ?? host, mask),
	};
}

/** Names what came instead of the expected body, whose content type may say JSON all the same. */
function whatCame({ headers, json, notJson }: Answer, mask: Mask) {
	const [given = ''] = sanitizeUntrusted(headers['content-type'] ?? '', mask).split(';');
	const type = cut(given.trim() || 'no content type');
	if (json !== undefined) return `${type} in an unexpected format`;
	if (notJson === 'empty') return `an empty body (${type}) instead of data`;
	return /\bjson$/i.test(type) ? `${type} that is not valid JSON` : `${type} instead of JSON`;
}

/** The network's code, with OpenSSL's words or the network's where these say more. */
function codeOf(failure: NoResponse, mask: Mask) {
	const reason = sanitizeUntrusted(failure.reason, mask);
	const { code = reason } = failure;
	const openssl = code === 'EPROTO' ? opensslWords(failure) : '';
	if (openssl) return `${code}: ${openssl}`;
	// The node's own codes say less than its words.
	const isSaid = reason.includes(code) || code === ownCodes.timeout || code === ownCodes.noTunnel;
	return isSaid ? reason : code;
}

/** The beginning of what an answer says beyond its message, such as the errors of its fields (docs/node-contract.md, E7). */
export function quoteOf({ answer, cause }: Failed, { service, mask }: Situation): string {
	if (answer === undefined) return '';
	// The titles of these have no words of the service.
	const isSilent = /^(unproven|notAnAnswer|tooLarge|tooLargeTogether)$/.test(cause);
	const said = isSilent ? undefined : serviceMessage(service, answer, mask);
	if (said === undefined) {
		const saysNothing = !isSilent && /^[\s{}]*$/.test(answer.body);
		const text = saysNothing ? '' : answer.body.trimStart();
		return text && `The response begins: ${quote(text, mask)}`;
	}
	const more = Object.entries(fieldsOf(answer)).filter(([, value]) =>
		typeof value === 'string'
			? quote(value, mask) !== said
			: typeof value !== 'boolean' && value !== null,
	);
	// Masked before it is quoted once more: a text may be JSON itself.
	const quoted = quote(JSON.stringify(jsonMask(mask)(Object.fromEntries(more))), mask);
	return more.length > 0 ? `The service also says: ${quoted}` : '';
}
