import type { Delivery, NotSent } from '../request/deliver';
import type { Answer } from '../request/transport';
import { contentType, cut, saysFailure } from './parse';
import type { AnsweredSituation, Problem } from './Problem';

interface Row {
	message: (situation: AnsweredSituation) => string;
	advice: (situation: AnsweredSituation) => string;
	cause?: Problem['cause'];
}

const seconds = (milliseconds: number) => `${Math.round(milliseconds / 100) / 10} s`;

const times = (count: number) => (count === 1 ? 'once' : `${count} times`);

const badRequest: Row = {
	message: ({ said }) => said ?? 'The service refused the request as invalid',
	advice: ({ inputsToCheck }) => inputsToCheck,
};

const redirect: Row = {
	message: ({ answer }) =>
		`The service answered with a redirect${redirectTarget(answer.headers.location)}, which is not followed`,
	advice: () =>
		'The API key must not travel to another address. Put the final address into the Base URL of the credential.',
	cause: 'configuration-invalid',
};

const serverFailure: Row = {
	message: ({ said, answer }) => said ?? `The service failed with status ${answer.status}`,
	advice: ({ delivery }) =>
		`The service has a problem of its own. The request was sent ${times(delivery.sendings)}. Try again later.`,
	cause: 'temporarily-unavailable',
};

const blocked = {
	message: () => 'This API key is temporarily blocked after too many bad requests',
	advice: ({ delivery: { notSent } }: Pick<AnsweredSituation, 'delivery'>) =>
		'Correct the inputs, wait, and run again. ' +
		(notSent === 1
			? '1 request of this run was not sent.'
			: `${notSent} requests of this run were not sent.`),
	cause: 'temporarily-unavailable',
} as const satisfies Row;

/** What each status means (service interface, "Errors") and what to do about it (node contract, "Errors"). */
const byStatus: Record<number, Row> = {
	400: badRequest,
	401: {
		message: ({ said }) => said ?? 'The service did not accept the API key',
		advice: () => 'Check the API Key and the Base URL of the Messenger API credential.',
		cause: 'credential-invalid',
	},
	403: blocked,
	404: {
		message: ({ said, path }) => `Not found: ${said ?? `the service has nothing at ${path}`}`,
		advice: () => 'Check the Base URL of the Messenger API credential.',
		cause: 'configuration-invalid',
	},
	406: {
		message: () => 'The service did not get the Accept header',
		advice: () =>
			'Something between n8n and the service, such as a proxy, removes it. Let it pass.',
		cause: 'configuration-invalid',
	},
	429: {
		message: () => 'Rate limit exceeded',
		advice: ({ delivery }) =>
			`The service refused this request ${times(delivery.refusals)} in ${seconds(delivery.retriedFor)}` +
			`${delivery.retryAfter === undefined ? '' : `, the last time asking to wait ${seconds(delivery.retryAfter)}`}. ` +
			'It was not processed. Lower Max Concurrency (maxConcurrency), or raise Max Retry Wait (maxRetryWait), in the Request Options.',
		cause: 'rate-limited',
	},
};

const byClass: Record<number, Row> = { 3: redirect, 4: badRequest, 5: serverFailure };

/** What an answer with a good status is, if it is no answer of this operation. */
const unexpectedBody: Row = {
	message: ({ body, answer }) =>
		'json' in body
			? `The service answered with ${contentType(answer)} of an unexpected form`
			: body.notJson === 'empty'
				? `The service answered with an empty body (${contentType(answer)}) where data is due`
				: `The service answered with ${whatIsNoJson(answer)}`,
	advice: () =>
		'Check that the Base URL of the Messenger API credential leads to the service itself.',
	cause: 'configuration-invalid',
};

/**
 * What is wrong with an answer that gives no items.
 *
 * @param situation the answer with what led to it
 */
export function answerProblem(situation: AnsweredSituation): Problem {
	const { answer, body, delivery, said } = situation;
	const { status } = answer;
	const refused = saysFailure(body) ? badRequest : unexpectedBody;
	const row = byStatus[status] ?? byClass[Math.floor(status / 100)] ?? refused;
	const isText = 'notJson' in body && body.notJson === 'text';
	const message = row.message(situation);
	return {
		message:
			message +
			(saysWhy(situation, message) ? `: ${said}` : '') +
			(isText && row !== unexpectedBody ? ` (${whatIsNoJson(answer)})` : ''),
		advice: [
			situation.ownAdvice ?? row.advice(situation),
			...(processedUnknown(situation) ? [mayHaveBeenProcessed] : []),
			...(isText || row === unexpectedBody ? [bodyExcerpt(answer.body)] : []),
		],
		httpCode: String(status),
		cause: row.cause,
		retryAfterMs: delivery.retryAfter,
	};
}

/** Whether the service says why, beside what its status says: `success: false` has a message under any status. */
function saysWhy({ body, said }: AnsweredSituation, message: string): boolean {
	return saysFailure(body) && said !== undefined && !message.includes(said);
}

/** What is wrong with a request that nobody tried to send. */
export function notSentProblem({ because }: NotSent, delivery: Delivery): Problem {
	return because === 'blocked'
		? {
				message: blocked.message(),
				advice: ['This item was not sent.', blocked.advice({ delivery })],
				httpCode: '403',
				cause: blocked.cause,
			}
		: {
				message: 'Not sent, because an earlier request of this run failed',
				advice: ['Correct what the earlier error says, then send this item.'],
				httpCode: 'none',
			};
}

/** What is said of a campaign or an event that left without a clear answer. */
export const mayHaveBeenProcessed = 'It may have been processed, so it was not sent again.';

/** Whether the service may have taken what it answered in this way. */
export function processedUnknown({ readOnly, answer, body }: AnsweredSituation): boolean {
	if (readOnly) return false;
	return answer.status >= 500 || (answer.status < 300 && !saysFailure(body));
}

/** What came where JSON is due; it may call itself JSON. */
function whatIsNoJson(answer: Answer): string {
	const type = contentType(answer);
	return /\bjson$/i.test(type) ? `${type} that is not valid JSON` : `${type} instead of JSON`;
}

/** n8n's editor shows a description as HTML: what the answer links to must not come alive in it. */
const linkOrImage = /<(?=(a|img)\b)/gi;
const wordJoiner = '\u2060';

function bodyExcerpt(body: string): string {
	if (body.trim() === '') return '';
	return `The answer begins: ${cut(body).replace(linkOrImage, `<${wordJoiner}`)}`;
}

/** Where a redirect leads, without what a query may carry. */
function redirectTarget(location: string | undefined): string {
	if (!location) return '';
	return ` to ${cut(location.replace(/[?#].*/s, ''))}`;
}
