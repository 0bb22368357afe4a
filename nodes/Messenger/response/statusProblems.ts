import type { Mask } from '../input/keyMask';
import { sanitizeUntrusted } from '../input/untrustedText';
import { networkProblem } from './networkProblems';
import { contentType, cut, quote, saysFailure, serviceMessage, type Body } from './parse';
import { mayHaveBeenProcessed, triedOften, type Problem, type Situation } from './Problem';
import type { ServiceResponse, TooLarge } from './ServiceResponse';
import type { Verdict } from './verdict';
import { inSeconds, times } from './wording';

/** A situation in which the service answered. */
interface AnsweredSituation extends Situation {
	response: ServiceResponse;
	body: Body;
	/** The service's own words, if it gave any, without the API key. */
	said?: string;
	/** Milliseconds that the service asked to wait. */
	retryAfter?: number;
	/** Whether the service may have processed the request. */
	isUncertain: boolean;
}

interface Row extends Pick<Problem, 'cause' | 'affectsEveryRequest'> {
	message: (situation: AnsweredSituation) => string;
	advice: (situation: AnsweredSituation) => string;
}

const badRequest: Row = {
	message: ({ said }) => said ?? 'The service refused the request as invalid',
	advice: ({ inputsToCheck }) => inputsToCheck,
};

const redirect: Row = {
	message: ({ response, mask }) =>
		`The service answered with a redirect${redirectTarget(response.headers.location, mask)}`,
	advice: () =>
		"Redirects aren't followed, to keep the API key safe. Enter the final address as 'Base URL' in the Messenger API credential.",
	cause: 'configuration-invalid',
	affectsEveryRequest: true,
};

const serverFailure: Row = {
	message: ({ said, response }) => said ?? `The service failed with status ${response.status}`,
	advice: ({ isUncertain, tries }) =>
		['The service has a problem.', ...(isUncertain ? [] : ['Try again later.']), triedOften(tries)]
			.join(' ')
			.trim(),
	cause: 'temporarily-unavailable',
};

const waitAfterBlock = 'Correct the input and wait before you try again.';

/** What is wrong after a 403, for the request that got it and for those that were not sent. */
export const blockedProblem: Problem = {
	message: 'This API key is temporarily blocked after too many bad requests',
	advice: [waitAfterBlock],
	httpCode: '403',
	cause: 'temporarily-unavailable',
	affectsEveryRequest: true,
};

const blocked: Row = {
	...blockedProblem,
	message: () => blockedProblem.message,
	advice: () => waitAfterBlock,
};

/** What each status means (docs/service-interface.md, "Errors") and what to do about it (docs/node-contract.md, "Errors"). */
const byStatus: Record<number, Row> = {
	400: badRequest,
	401: {
		message: ({ said }) => `The service didn't accept the API key${said ? `: ${said}` : ''}`,
		advice: () => "Check 'API Key' and 'Base URL' in the Messenger API credential.",
		cause: 'credential-invalid',
		affectsEveryRequest: true,
	},
	403: blocked,
	404: {
		message: ({ said = '', path }) =>
			`Not found: the service has nothing at ${path}${/^(not found\W*)?$/i.test(said) ? '' : ` (${said})`}`,
		advice: () =>
			"Check 'Base URL' in the Messenger API credential, which is entered without /webhook.",
		cause: 'configuration-invalid',
	},
	406: {
		message: () => "The service didn't receive the Accept header",
		advice: () =>
			'Something between n8n and the service, such as a proxy, removes it. Allow the header there.',
		cause: 'configuration-invalid',
		affectsEveryRequest: true,
	},
	407: {
		message: () => 'The proxy asks for a login',
		advice: () =>
			"Enter user and password in 'Proxy' in the request options, in front of the host, with an @ behind them. Nothing reached the service.",
		cause: 'configuration-invalid',
		affectsEveryRequest: true,
	},
	429: {
		message: () => 'Rate limit exceeded',
		advice: ({ tries, retryAfter }) =>
			`The service refused this request ${times(tries.throttled)}` +
			`${tries.throttled === 1 ? '' : ` in ${inSeconds(tries.throttledFor)}`}` +
			`${retryAfter === undefined ? '' : ` and asked to wait ${inSeconds(retryAfter)}`}. ` +
			"It was not processed. Lower 'Max Concurrency' or raise 'Max Retry Wait' in the request options.",
		cause: 'rate-limited',
	},
};

const byClass: Record<number, Row> = { 3: redirect, 4: badRequest, 5: serverFailure };

/** What to do about a response that cannot be the service's. */
export const checkBaseUrl =
	"Check that 'Base URL' in the Messenger API credential leads to the service itself.";

/** What a response with a good status is, if it is no response of this operation. */
const unexpectedBody: Row = {
	message: ({ body, response, mask }) =>
		'json' in body
			? `The service answered with ${contentType(response, mask)} in an unexpected format`
			: 'notJson' in body && body.notJson === 'empty'
				? `The service answered with an empty body (${contentType(response, mask)}) instead of data`
				: `The service answered with ${whatIsNoJson(response, mask)}`,
	advice: () => checkBaseUrl,
	cause: 'configuration-invalid',
};

/** What a response with a good status is, if it is larger than any response of this operation. */
function tooLarge({ excess, isRun }: TooLarge): Row {
	return isRun
		? {
				message: ({ host }) => `The responses of ${host} in this run are too large: ${excess}`,
				advice: () => 'Send fewer items in a run.',
				cause: 'temporarily-unavailable',
				affectsEveryRequest: true,
			}
		: {
				message: ({ host }) => `The response of ${host} is too large: ${excess}`,
				advice: ({ inputsToCheck, isUncertain }) =>
					isUncertain ? checkBaseUrl : `${checkBaseUrl} ${inputsToCheck}`,
				cause: 'temporarily-unavailable',
			};
}

/** What is wrong where a request was not accepted, in words that do not contain the API key. */
export function problemOf(verdict: Verdict, situation: Situation): Problem {
	const { result, state } = verdict;
	const problem =
		result.kind === 'no response'
			? networkProblem(result, state === 'uncertain', situation)
			: statusProblem(verdict, result, situation);
	return { ...problem, advice: problem.advice.filter((sentence) => sentence !== '') };
}

function statusProblem(
	{ state, body, meaning, retryAfter }: Verdict,
	response: ServiceResponse,
	situation: Situation,
): Problem {
	const { mask } = situation;
	const isUncertain = state === 'uncertain';
	const said = serviceMessage(body, mask);
	const answered = { ...situation, response, body, said, retryAfter, isUncertain };
	const { status } = response;
	const row = byStatus[status] ?? byClass[Math.floor(status / 100)] ?? rowOf(body);
	const isText = 'notJson' in body && body.notJson === 'text';
	const message = meaning?.message?.(mask) ?? row.message(answered);
	// `success: false` has a message under any status: it says why, beside what the status says.
	const saysWhy = saysFailure(body) && said !== undefined && !message.includes(said);
	return {
		message:
			message +
			(saysWhy ? `: ${said}` : '') +
			(isText && row !== unexpectedBody ? ` (${whatIsNoJson(response, mask)})` : ''),
		advice: [
			meaning?.advice ?? row.advice(answered),
			isUncertain ? mayHaveBeenProcessed : '',
			status === 401 ? 'The request was not processed.' : '',
			'json' in body && row !== unexpectedBody ? '' : bodyExcerpt(response.body, mask),
		],
		httpCode: String(status),
		// An unknown contact proves nothing about the configuration.
		cause: meaning === undefined ? row.cause : undefined,
		retryAfterMs: retryAfter,
		affectsEveryRequest: row.affectsEveryRequest,
	};
}

/** What a body is under a status that says nothing. */
function rowOf(body: Body): Row {
	if ('tooLarge' in body) return tooLarge(body.tooLarge);
	return saysFailure(body) ? badRequest : unexpectedBody;
}

/** What came where JSON is due; it may call itself JSON. */
function whatIsNoJson(response: ServiceResponse, mask: Mask): string {
	const type = contentType(response, mask);
	return /\bjson$/i.test(type) ? `${type} that is not valid JSON` : `${type} instead of JSON`;
}

function bodyExcerpt(body: string, mask: Mask): string {
	return body.trim() && `The response begins: ${quote(body.trimStart(), mask)}`;
}

/** Where a redirect leads, without what a query may carry. */
function redirectTarget(location: string | undefined, mask: Mask): string {
	if (!location) return '';
	return ` to ${cut(sanitizeUntrusted(location, mask).replace(/[?#].*/s, ''))}`;
}
