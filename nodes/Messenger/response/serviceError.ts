import { NodeApiError, type INode } from 'n8n-workflow';

import type { Problem } from './Problem';
import { withoutKey } from './withoutKey';

/**
 * The n8n error of a problem. It carries no cause: the HTTP client's own error holds the request
 * with its Authorization header. What the service or the network said is searched for the key too.
 *
 * @param apiKey is taken out of every text
 */
export function serviceError(
	node: INode,
	problem: Problem,
	itemIndex: number,
	apiKey: string,
): NodeApiError {
	const message = withoutKey(problem.message, apiKey);
	const error = new NodeApiError(
		node,
		{ message, httpCode: problem.httpCode },
		{
			message,
			description: withoutKey(
				problem.advice.filter((sentence) => sentence !== '').join(' '),
				apiKey,
			),
			httpCode: problem.httpCode,
			itemIndex,
			...(problem.cause && {
				failure:
					problem.cause === 'rate-limited' || problem.cause === 'temporarily-unavailable'
						? { cause: problem.cause, retryAfterMs: problem.retryAfterMs }
						: { cause: problem.cause },
			}),
		},
	);
	// n8n puts words of its own in place of a message with a network code in or beside it.
	error.message = message;
	return error;
}
