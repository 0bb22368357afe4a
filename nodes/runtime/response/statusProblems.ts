import type { Mask } from '../input/keyMask';
import { sanitizeUntrusted } from '../input/untrustedText';
import { clientCertificateRow, networkRow, proxyLogin } from './networkProblems';
import type { Service } from '../service';
import { contentType, serviceMessage } from './parse';
import { misconfigured, type Problem, type ProblemRow, type Situation } from './Problem';
import type { ServiceResponse } from './ServiceResponse';
import type { Verdict } from './verdict';
import { checkInputs, cut, inSeconds, joined, mayHaveBeenProcessed, quote, times } from './wording';

/** What is wrong after a block of the key, also for the requests that were not sent. */
export function blockedProblem({ blocked }: Service): Problem {
	const { status, message, description } = blocked;
	return {
		message,
		description,
		httpCode: String(status),
		cause: 'temporarily-unavailable',
		isBlock: true,
	};
}

/** What a block looks like, too, but the service has not confirmed that it is one. */
const refusedLikeABlock = ({ blocked }: Service): ProblemRow => ({
	message: `The service refused this request (status ${blocked.status})`,
	description:
		'A firewall may refuse what it contains, or the API key may be blocked after too many bad requests. Check the input, and try again later.',
	isBlock: true,
});

/** What to do about a response that cannot be the service's. */
const checkBaseUrl = ({ credential }: Service) =>
	`Check that 'Base URL' in the ${credential.displayName} credential leads to the service itself.`;

type Answered = Verdict & { result: ServiceResponse };

/** What each status or class of statuses means and what to do about it (docs/node-contract.md, "Errors"). */
function rowsFor(
	{ result, state, body, isRefusal, retryAfter }: Answered,
	{ service, path, inputsToCheck, whenTooLarge, attempts, isBlock, mask }: Situation,
): Record<number, ProblemRow> {
	const said = serviceMessage(service, body, mask);
	const block = isBlock ? blockedProblem(service) : refusedLikeABlock(service);
	const credential = `the ${service.credential.displayName} credential`;
	// `success: false` says why under any status.
	const why = said !== undefined && isRefusal ? `: ${said}` : '';
	// Without what a query may carry.
	const target = sanitizeUntrusted(result.headers.location ?? '', mask).replace(/[?#].*/s, '');
	const { throttled, throttledFor } = attempts;
	const refusedInput = {
		message: said ?? 'The service refused the request as invalid',
		description: checkInputs(inputsToCheck, said),
	};
	const notTheService = {
		message: said ?? `The answer has the status ${result.status}`,
		description: checkBaseUrl(service),
	};
	return {
		3: {
			message: `The service answered with a redirect${target && ` to ${cut(target)}`}${why}`,
			description: `Redirects aren't followed, to keep the API key safe. Enter the final address as 'Base URL' in ${credential}.`,
			...misconfigured,
		},
		// A page is no answer of the service, whose errors are JSON.
		4: body.notJson === 'text' ? notTheService : refusedInput,
		401: {
			message: `The service didn't accept the API key${said ? `: ${said}` : ''}`,
			description: `Check 'API Key' and 'Base URL' in ${credential}. The request was not processed.`,
			cause: 'credential-invalid',
			affectsEveryRequest: true,
		},
		[service.blocked.status]: {
			...block,
			message: block.message + why,
		},
		404: {
			message: `Not found: the service has nothing at ${path}${/^(not found\W*)?$/i.test(said ?? '') ? '' : ` (${said})`}`,
			description: `Check 'Base URL' in ${credential}.`,
			cause: 'configuration-invalid',
		},
		406: {
			message: `The service didn't receive the Accept header${why}`,
			description:
				'A proxy between n8n and the service is probably stripping it. Let the header through there.',
			...misconfigured,
		},
		405: notTheService,
		407: { ...proxyLogin, message: proxyLogin.message + why },
		413: {
			message: said ?? 'The request is too large for the service',
			description: whenTooLarge ?? refusedInput.description,
		},
		421: notTheService,
		495: clientCertificateRow,
		496: clientCertificateRow,
		429: {
			message: `Rate limit exceeded${why}`,
			description:
				`The service throttled this request ${times(throttled)}` +
				`${throttled === 1 ? '' : ` in ${inSeconds(throttledFor)}`}` +
				`${retryAfter === undefined ? '' : ` and asked to wait ${inSeconds(retryAfter)}`}. ` +
				"It was not processed. Lower 'Max Concurrency' or raise 'Max Retry Wait' in Settings → Request Options.",
			cause: 'rate-limited',
		},
		5: {
			message: said ?? `The service failed with status ${result.status}`,
			description: `The service has a problem.${state === 'uncertain' ? '' : ' Try again later.'}`,
			cause: 'temporarily-unavailable',
		},
	};
}

/** What a response with a good status is that is no response of this operation. */
function unexpectedRow(verdict: Answered, situation: Situation): ProblemRow {
	const { service, host, inputsToCheck, mask } = situation;
	const { excess, isRun } = verdict.body.tooLarge ?? {};
	if (excess === undefined && verdict.state === 'uncertain' && verdict.body.json !== undefined) {
		return {
			message: `The service answered with status ${verdict.result.status}, but didn't say that it accepted the request`,
			description:
				"If the service confirms by its status alone, turn on 'Trust Success Status' in Settings → Request Options.",
		};
	}
	if (excess === undefined) {
		return {
			message: `The service answered with ${whatCame(verdict, mask)}`,
			description: checkBaseUrl(service),
			cause: 'configuration-invalid',
		};
	}
	const what = isRun ? `The responses of ${host} in this run are` : `The response of ${host} is`;
	const ofOne = joined(
		checkBaseUrl(service),
		verdict.state === 'uncertain' ? '' : checkInputs(inputsToCheck),
	);
	return {
		message: `${what} too large: ${excess}`,
		description: isRun ? 'Send fewer items in a run.' : ofOne,
		cause: 'temporarily-unavailable',
		affectsEveryRequest: isRun,
	};
}

/** What came where JSON is due; it may call itself JSON. */
function whatCame({ result, body: { json, notJson } }: Answered, mask: Mask) {
	const type = contentType(result, mask);
	if (json !== undefined) return `${type} in an unexpected format`;
	if (notJson === 'empty') return `an empty body (${type}) instead of data`;
	return /\bjson$/i.test(type) ? `${type} that is not valid JSON` : `${type} instead of JSON`;
}

function responseRow(verdict: Answered, situation: Situation): ProblemRow {
	const { body, meaning, isRefusal } = verdict;
	const { status } = verdict.result;
	const { mask } = situation;
	const rows = rowsFor(verdict, situation);
	// Some web servers say with 400 what 495 and 496 are for.
	const isOfCertificate =
		body.notJson === 'text' && /\bSSL certificate\b/i.test(verdict.result.body);
	const ofClass = rows[isRefusal && status < 300 ? 4 : Math.floor(status / 100)];
	const known = (isOfCertificate ? rows[495] : rows[status]) ?? ofClass;
	const row = known ?? unexpectedRow(verdict, situation);
	const message = meaning?.message?.(mask) ?? row.message;
	const isText = known && body.notJson === 'text';
	return {
		...row,
		message: isText ? `${message} (${whatCame(verdict, mask)})` : message,
		description: meaning?.advice ?? row.description,
		// An unknown contact proves nothing about the configuration, nor about other contacts.
		...(meaning && { cause: undefined, affectsEveryRequest: undefined }),
	};
}

/** The beginning of what is no response of the service in a known form. */
function excerptOf({ result, body, isRefusal }: Verdict, mask: Mask) {
	if (result.kind === 'no response') return '';
	const isKnown = body.json !== undefined && (result.status >= 300 || isRefusal);
	const text = isKnown ? '' : result.body.trimStart();
	return text && `The response begins: ${quote(text, mask)}`;
}

/** What is wrong where a request was not accepted, in words that do not contain the API key. */
export function problemOf(verdict: Verdict, situation: Situation): Problem {
	const { result, state, signal, code } = verdict;
	const { attempts, mask } = situation;
	const row =
		result.kind === 'response'
			? responseRow({ ...verdict, result }, situation)
			: networkRow(result, situation);
	// What was throttled was not processed, and is no try.
	const tried = attempts.count - attempts.throttled;
	return {
		...row,
		description: joined(
			row.description,
			signal === 'outage' && tried > 1 ? `The node tried ${times(tried)}.` : '',
			state === 'uncertain' ? mayHaveBeenProcessed : '',
			excerptOf(verdict, mask),
		),
		httpCode: code,
		retryAfterMs: verdict.retryAfter,
	};
}
