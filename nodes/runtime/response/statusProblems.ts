import type { Mask } from '../input/keyMask';
import { sanitizeUntrusted } from '../input/untrustedText';
import type { Service } from '../Service';
import { misconfigured, type Explanation, type Failure, type Situation } from './Failure';
import { clientCertificate, networkRow, proxyLogin } from './networkProblems';
import { contentType, serviceMessage, type Body } from './parse';
import type { ServiceResponse } from './ServiceResponse';
import { provesAcceptance, type Verdict } from './verdict';
import { checkInputs, cut, inSeconds, joined, mayHaveBeenProcessed, quote, times } from './phrases';

/** The words for a blocked key, also for the requests that it kept back. */
export const blockedKey = ({ blocked }: Service): Explanation => ({
	message: blocked.message,
	description: blocked.description,
	cause: 'temporarily-unavailable',
	isBlock: true,
});

/** An answer that was not accepted, with everything that its words may mention. */
interface Answer extends Situation, Verdict {
	result: ServiceResponse;
	/** The service's own words. */
	said?: string;
	/** The same after `: ` if the body itself refuses the request, or else empty. */
	why: string;
	/** Such as `the Example API credential`. */
	credential: string;
}

type Row = (answer: Answer) => Explanation;

const notTheService: Row = ({ said, result, credential }) => ({
	message: said ?? `The answer has the status ${result.status}`,
	description: checkBaseUrl(credential),
});

/** A page isn't an answer of the service, whose errors are JSON. A web server may ask for a client certificate by it. */
const pageRow: Row = (answer) =>
	/\bSSL certificate\b/i.test(answer.result.body) ? clientCertificate : notTheService(answer);

const checkBaseUrl = (credential: string) =>
	`Check that 'Base URL' in ${credential} leads to the service itself.`;

const refusedInput: Row = ({ said, inputsToCheck }) => ({
	message: said ?? 'The service refused the request as invalid',
	description: checkInputs(inputsToCheck, said),
});

/** A firewall that refuses one request answers like a block of the key, until a probe tells which it is. */
const blockedRow: Row = ({ service, isBlock, why }) => {
	if (isBlock) return { ...blockedKey(service), message: service.blocked.message + why };
	return {
		message: `The service refused this request (status ${service.blocked.status})${why}`,
		description:
			'A firewall may refuse what it contains, or the API key may be blocked after too many bad requests. Check the input, and try again later.',
		isBlock: true,
	};
};

/** The meaning of each status, or of a class of statuses by its first digit, and what to do (docs/node-contract.md, "Errors"). */
const rows: Record<number, Row> = {
	3: ({ result, mask, why, credential }) => {
		// Without its query, which may carry secrets.
		const target = sanitizeUntrusted(result.headers.location ?? '', mask).replace(/[?#].*/s, '');
		return {
			message: `The service answered with a redirect${target && ` to ${cut(target)}`}${why}`,
			description: `Redirects aren't followed, to keep the API key safe. Enter the final address as 'Base URL' in ${credential}.`,
			...misconfigured,
		};
	},
	4: (answer) => (answer.body.notJson === 'text' ? pageRow(answer) : refusedInput(answer)),
	401: ({ said, credential }) => ({
		message: `The service didn't accept the API key${said ? `: ${said}` : ''}`,
		description: `Check 'API Key' and 'Base URL' in ${credential}. The request was not processed.`,
		cause: 'credential-invalid',
		affectsEveryRequest: true,
	}),
	404: ({ said = '', path, credential }) => ({
		message: `Not found: the service has nothing at ${path}${/^(not found\W*)?$/i.test(said) ? '' : ` (${said})`}`,
		description: `Check 'Base URL' in ${credential}.`,
		cause: 'configuration-invalid',
	}),
	405: notTheService,
	406: ({ why }) => ({
		message: `The service didn't receive the Accept header${why}`,
		description:
			'A proxy between n8n and the service is probably stripping it. Let the header through there.',
		...misconfigured,
	}),
	407: ({ why }) => ({ ...proxyLogin, message: proxyLogin.message + why }),
	413: (answer) => ({
		message: answer.said ?? 'The request is too large for the service',
		description: answer.whenTooLarge ?? refusedInput(answer).description,
	}),
	429: ({ attempts: { throttled, throttledFor }, retryAfter, why }) => ({
		message: `Rate limit exceeded${why}`,
		description:
			`The service throttled this request ${times(throttled)}` +
			`${throttled === 1 ? '' : ` in ${inSeconds(throttledFor)}`}` +
			`${retryAfter === undefined ? '' : ` and asked to wait ${inSeconds(retryAfter)}`}. ` +
			"It was not processed. Lower 'Max Concurrency' or raise 'Max Retry Wait' in Settings → Request Options.",
		cause: 'rate-limited',
	}),
	5: ({ said, result, state }) => ({
		message: said ?? `The service failed with status ${result.status}`,
		description: `The service has a problem.${state === 'uncertain' ? '' : ' Try again later.'}`,
		cause: 'temporarily-unavailable',
	}),
};

/** For a 2xx whose body isn't this operation's response. */
const unexpectedRow: Row = (answer) => {
	const { state, result, body, mask, service, credential } = answer;
	if (body.tooLarge !== undefined) return tooLargeRow(answer);
	// With the option on, it would have been accepted.
	const isTrustable = result.status < 300 && provesAcceptance(body, service, true);
	if (state === 'uncertain' && (body.json !== undefined || isTrustable)) {
		return {
			message: `The service answered with status ${result.status}, but didn't say that it accepted the request`,
			description: isTrustable
				? "If the service confirms by its status alone, turn on 'Trust Success Status' in Settings → Request Options."
				: '',
		};
	}
	return {
		message: `The service answered with ${whatCame(result, body, mask)}`,
		description: checkBaseUrl(credential),
		cause: 'configuration-invalid',
	};
};

const tooLargeRow: Row = ({ state, body, host, inputsToCheck, credential }) => {
	const { excess, isRun } = body.tooLarge!;
	const what = isRun ? `The responses of ${host} in this run are` : `The response of ${host} is`;
	const inputs = state === 'uncertain' ? '' : checkInputs(inputsToCheck);
	return {
		message: `${what} too large: ${excess}`,
		description: isRun ? 'Send fewer items in a run.' : joined(checkBaseUrl(credential), inputs),
		cause: 'temporarily-unavailable',
		affectsEveryRequest: isRun,
	};
};

/** Names what came instead of the expected body, whose content type may say JSON all the same. */
function whatCame(result: ServiceResponse, { json, notJson }: Body, mask: Mask) {
	const type = contentType(result, mask);
	if (json !== undefined) return `${type} in an unexpected format`;
	if (notJson === 'empty') return `an empty body (${type}) instead of data`;
	return /\bjson$/i.test(type) ? `${type} that is not valid JSON` : `${type} instead of JSON`;
}

/** The row of a status; undefined for a good one. */
function rowOf({ result, service, isRefusal }: Answer): Row | undefined {
	const { status } = result;
	if (status === service.blocked.status) return blockedRow;
	return rows[status] ?? rows[isRefusal && status < 300 ? 4 : Math.floor(status / 100)];
}

function explanationOf(
	verdict: Verdict,
	result: ServiceResponse,
	situation: Situation,
): Explanation {
	const { body, meaning, isRefusal } = verdict;
	const { service, mask } = situation;
	const said = serviceMessage(service, body, mask);
	const answer: Answer = {
		...situation,
		...verdict,
		result,
		said,
		why: said !== undefined && isRefusal ? `: ${said}` : '',
		credential: `the ${service.credential.displayName} credential`,
	};
	const known = rowOf(answer);
	const row = (known ?? unexpectedRow)(answer);
	const message = meaning?.message?.(mask) ?? row.message;
	const isPage = known !== undefined && body.notJson === 'text';
	return {
		...row,
		message: isPage ? `${message} (${whatCame(result, body, mask)})` : message,
		description: meaning?.advice ?? row.description,
		// An operation's own refusal proves nothing about the configuration, nor about other items.
		...(meaning && { cause: undefined, affectsEveryRequest: undefined }),
	};
}

/** The beginning of a response that has no known form, or no words of the service where these are expected. */
function excerptOf({ result, body, isRefusal }: Verdict, { service, mask }: Situation) {
	if (result.kind === 'no response') return '';
	const isError = result.status >= 300 || isRefusal;
	const isSaid = isError && serviceMessage(service, body, mask) !== undefined;
	const isEmpty = isError && /^[\s{}]*$/.test(result.body);
	const text = isSaid || isEmpty ? '' : result.body.trimStart();
	return text && `The response begins: ${quote(text, mask)}`;
}

/** The failure of a request that was not accepted, in words that do not contain the API key. */
export function failureOf(verdict: Verdict, situation: Situation): Failure {
	const { result, state, signal, code, retryAfter } = verdict;
	const { attempts } = situation;
	const isAnswered = result.kind === 'response';
	const explanation = isAnswered
		? explanationOf(verdict, result, situation)
		: networkRow(result, situation);
	// A throttled request was not processed, and does not count as a try.
	const tried = attempts.count - attempts.throttled;
	const ended = state === 'uncertain' ? 'uncertain' : 'failed';
	return {
		...explanation,
		kind: isAnswered ? 'answered' : 'network',
		state: attempts.hasLeft ? ended : 'not sent',
		ofRequest: joined(
			signal === 'outage' && tried > 1 && `The node tried ${times(tried)}.`,
			state === 'uncertain' && mayHaveBeenProcessed,
			excerptOf(verdict, situation),
		),
		httpCode: code,
		retryAfterMs: retryAfter,
	};
}
