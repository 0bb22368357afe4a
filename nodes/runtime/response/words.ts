import { jsonMask, type Mask } from '../input/keyMask';
import { sanitizeUntrusted } from '../input/untrustedText';
import type { Service } from '../Service';
import type { Answer, AnswerCause, Failed, NetworkCause } from './cause';
import { opensslWords, ownCodes } from './networkFailure';
import { contentType, fieldsOf, serviceMessage } from './parse';
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

/** A title, and what to do. */
type Words<Facts> = (facts: Facts) => [message: string, description: string];

/** The facts of an answer; what does not apply is empty. */
interface AnswerFacts extends Situation {
	status: number;
	/** The service's own words. */
	said: string;
	/** These for the end of a title or, of a page, what came instead. */
	why: string;
	/** Names what came instead of the expected body. */
	came: string;
	/** The address of a redirect. */
	target: string;
	/** Names what the answer has too much of. */
	excess: string;
	isTrustable: boolean;
	isUncertain: boolean;
	credential: string;
}

const checkBaseUrl = ({ credential }: AnswerFacts) =>
	`Check that 'Base URL' in ${credential} leads to the service itself.`;

const invalid: Words<AnswerFacts> = ({ said, inputsToCheck }) => [
	said || 'The service refused the request as invalid',
	checkInputs(inputsToCheck, said),
];

const redirected: Words<AnswerFacts> = ({ target, why, credential }) => [
	`The service answered with a redirect${target && ` to ${cut(target)}`}${why}`,
	`Redirects aren't followed, to keep the API key safe. Enter the final address as 'Base URL' in ${credential}.`,
];

const proxyLogin = (): [string, string] => [
	'The proxy requires a login',
	"If you set 'Proxy' in Settings → Request Options, it needs the right user:password@ before its host. Otherwise ask whoever runs n8n. Nothing reached the service.",
];

/** The words for each cause (docs/node-contract.md, "Errors"). They steer nothing. */
const answerWords: Record<AnswerCause, Words<AnswerFacts>> = {
	expected: invalid,
	invalid,
	refused: (facts) => {
		// A conflict is one with what was entered.
		if (facts.status === 409) return invalid(facts);
		return [
			facts.said || `The service refused the request (status ${facts.status})`,
			`The answer has the status ${facts.status}. If its words don't say what to do, ask whoever runs the service.`,
		];
	},
	tooLong: ({ said, why, inputsToCheck }) => [
		said || `The request is too large for the service${why}`,
		checkInputs(inputsToCheck, said),
	],
	notFound: ({ said, why, path, credential }) => [
		`Not found: the service has nothing at ${path}${/^not found\W*$/i.test(said) ? '' : why}`,
		`Check 'Base URL' in ${credential}.`,
	],
	notTheService: (facts) => [
		facts.said || `The answer has the status ${facts.status}${facts.why}`,
		checkBaseUrl(facts),
	],
	unproven: ({ status, isTrustable }) => [
		`The service answered with status ${status}, but didn't say that it accepted the request`,
		isTrustable
			? "If the service confirms by its status alone, turn on 'Trust Success Status' in Settings → Request Options."
			: '',
	],
	notAnAnswer: (facts) => [`The service answered with ${facts.came}`, checkBaseUrl(facts)],
	tooLarge: (facts) => [
		`The response of ${facts.host} is too large: ${facts.excess}`,
		checkBaseUrl(facts),
	],
	tooLargeTogether: ({ host, excess }) => [
		`The responses of ${host} in this run are too large: ${excess}`,
		'Send fewer items in a run.',
	],
	rejectedKey: ({ why, credential }) => [
		`The service didn't accept the API key${why}`,
		`Check 'API Key' and 'Base URL' in ${credential}. The request was not processed.`,
	],
	wantsProxyLogin: proxyLogin,
	noAccept: ({ why }) => [
		`The service didn't receive the Accept header${why}`,
		'A proxy between n8n and the service is probably stripping it. Let the header through there.',
	],
	redirected,
	seeOther: redirected,
	throttled: ({ why }) => [
		`Rate limit exceeded${why}`,
		"Lower 'Max Concurrency' or raise 'Max Retry Wait' in Settings → Request Options.",
	],
	blocked: ({ service: { blocked }, why }) => [
		blocked.message + why,
		`${blocked.description} This request was not processed: it reached nobody.`,
	],
	serverError: ({ said, status, why, isUncertain }) => [
		said || `The service failed with status ${status}${why}`,
		`The service has a problem.${isUncertain ? '' : ' Try again later.'}`,
	],
};

/** The facts of a request without an answer. */
interface NetworkFacts extends Situation {
	/** The network's code and its words, as a title shows them; the words alone. */
	why: string;
	reason: string;
	/** The service, or the proxy if that failed; the setting that leads there, and what to check. */
	peer: string;
	address: string;
	check: string;
	/** The host that n8n's protection (SSRF) doesn't allow. */
	forbiddenHost: string;
}

/** The same for a request that got no answer. */
const networkWords: Record<NetworkCause, Words<NetworkFacts>> = {
	timedOut: ({ host, reason }) => [
		`The service at ${host} sent ${reason}`,
		"Raise 'Timeout' in Settings → Request Options if the service needs longer.",
	],
	lost: ({ host, why }) => [
		`The connection to ${host} was lost before the response was complete (${why})`,
		'Check the network between n8n and the service.',
	],
	cancelled: () => ['The execution was cancelled while the request was on its way', ''],
	cancelledBefore: () => ['The execution was cancelled before the request left', ''],
	notReached: ({ peer, why, check }) => [`Couldn't connect to ${peer} (${why})`, check],
	unknownHost: ({ peer, why, check }) => [`Couldn't find ${peer} (${why})`, check],
	proxyFailed: ({ host, why, check }) => [
		`The proxy opened no connection to ${host} (${why})`,
		`Try again later. ${check}`,
	],
	proxyRefused: ({ host, why, check }) => [
		`The proxy doesn't allow connections to ${host} (${why})`,
		`Ask whoever runs the proxy to allow ${host}. ${check}`,
	],
	proxyLogin,
	credentialRefused: ({ service, reason }) => [
		reason,
		`Check the ${service.credential.displayName} credential.`,
	],
	ssrf: ({ forbiddenHost, why }) => [
		`n8n doesn't allow requests to ${forbiddenHost} (${why})`,
		`The SSRF protection of this n8n blocks ${forbiddenHost}, the address of 'Base URL' or of the proxy. Ask whoever runs n8n to allow it.`,
	],
	unknownIssuer: ({ peer, why }) => [
		`n8n doesn't know who issued the certificate of ${peer} (${why})`,
		`If it is a company's own CA, or a proxy that inspects connections: whoever runs n8n adds that CA with the environment variable NODE_EXTRA_CA_CERTS. Otherwise tell whoever runs ${peer}.`,
	],
	expired: ({ peer, why }) => [
		`The certificate of ${peer} has expired or is not valid yet (${why})`,
		`Whoever runs ${peer} has to renew it. Check the clock of n8n's machine, too.`,
	],
	wrongName: ({ peer, why, reason, address }) => [
		`The certificate of ${peer} is for another host (${why})`,
		`${asSentence(reason)} Check that ${address} has a name from the certificate.`,
	],
	noTls: ({ peer, why, address }) => [
		`${peer} doesn't answer with TLS (${why})`,
		`This port probably expects unencrypted HTTP. Check ${address}, above all its port.`,
	],
	tls: ({ peer, why, address }) => [
		`Couldn't make a secure connection to ${peer} (${why})`,
		`Check ${address}, or ask whoever runs ${peer} whether it allows TLS 1.2 or newer, and whether it wants a client certificate. This node can't send one: use n8n's HTTP Request node with its SSL Certificates.`,
	],
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
	if (failed.answer === undefined) {
		const facts = factsOfFailure(failed.failure, situation);
		const [message, description] = networkWords[failed.cause](facts);
		return { message: message.replace(/^the proxy/, 'The proxy'), description };
	}
	const { meaning } = failed.answer;
	const facts = factsOfAnswer(failed.answer, failed.rule.state, situation);
	const [message, description] = answerWords[failed.cause](facts);
	return {
		message: meaning?.message?.(situation.mask) ?? message,
		description: meaning?.advice ?? description,
	};
}

function factsOfAnswer(answer: Answer, state: string, situation: Situation): AnswerFacts {
	const { status, headers, parsed, isTrustable } = answer;
	const { service, mask } = situation;
	const said = serviceMessage(service, parsed, mask) ?? '';
	const came = whatCame(answer, mask);
	const isPage = parsed.notJson === 'text';
	return {
		...situation,
		status,
		said,
		came,
		why: said ? `: ${said}` : isPage ? ` (${came})` : '',
		// Without its query, which may carry secrets.
		target: sanitizeUntrusted(headers.location ?? '', mask).replace(/[?#].*/s, ''),
		excess: parsed.excess ?? '',
		isTrustable,
		isUncertain: state === 'uncertain',
		credential: `the ${service.credential.displayName} credential`,
	};
}

/** Names what came instead of the expected body, whose content type may say JSON all the same. */
function whatCame(answer: Answer, mask: Mask) {
	const type = contentType(answer, mask);
	if (answer.parsed.json !== undefined) return `${type} in an unexpected format`;
	if (answer.parsed.notJson === 'empty') return `an empty body (${type}) instead of data`;
	return /\bjson$/i.test(type) ? `${type} that is not valid JSON` : `${type} instead of JSON`;
}

function factsOfFailure(failure: NoResponse, situation: Situation): NetworkFacts {
	const { service, host, mask } = situation;
	const { isAtProxy, forbiddenHost = host } = failure;
	const reason = sanitizeUntrusted(failure.reason, mask);
	const { code = reason } = failure;
	// The node's own codes say less than its words.
	const isSaid = reason.includes(code) || code === ownCodes.timeout || code === ownCodes.noTunnel;
	const openssl = code === 'EPROTO' ? opensslWords(failure) : '';
	return {
		...situation,
		why: openssl ? `${code}: ${openssl}` : isSaid ? reason : code,
		reason,
		peer: isAtProxy ? 'the proxy' : host,
		address: isAtProxy
			? "'Proxy' in Settings → Request Options"
			: `'Base URL' in the ${service.credential.displayName} credential`,
		check: isAtProxy ? adviceOnProxy : adviceIfUnreachable(service),
		forbiddenHost: sanitizeUntrusted(forbiddenHost, mask),
	};
}

/** Causes whose title has no words of the service. */
const isSilent = (cause: AnswerCause) =>
	/^(unproven|notAnAnswer|tooLarge|tooLargeTogether)$/.test(cause);

/** The beginning of what an answer says beyond its message, such as the errors of its fields (docs/node-contract.md, E7). */
export function quoteOf({ answer, cause }: Failed, { service, mask }: Situation): string {
	if (answer === undefined) return '';
	const fields = fieldsOf(answer.parsed);
	const said = isSilent(cause) ? undefined : serviceMessage(service, answer.parsed, mask);
	if (said === undefined) {
		const isEmpty = !isSilent(cause) && /^[\s{}]*$/.test(answer.body);
		const text = isEmpty ? '' : answer.body.trimStart();
		return text && `The response begins: ${quote(text, mask)}`;
	}
	const isMore = (value: unknown) =>
		typeof value === 'string'
			? quote(value, mask) !== said
			: typeof value !== 'boolean' && value !== null;
	const more = Object.entries(fields).filter(([, value]) => isMore(value));
	// Masked before it is quoted once more: a text may be JSON itself.
	const quoted = quote(JSON.stringify(jsonMask(mask)(Object.fromEntries(more))), mask);
	return more.length > 0 ? `The service also says: ${quoted}` : '';
}
