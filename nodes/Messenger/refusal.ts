import type { Service } from '../runtime/Service';

/** The form of the service's refusals and acceptances, under any status (docs/service-interface.md). */
export const refusal = {
	isRefusal: ({ success = true }, readOnly) => (readOnly ? success !== true : success === false),
	isAcceptance: ({ success }, trustsStatus) =>
		success === true || (trustsStatus && success === undefined),
	messagesOf: ({ message, detail }) => [message, detail],
	blocked: {
		status: 403,
		message: 'This API key is temporarily blocked after too many bad requests',
		description:
			'Another workflow with this API key may be the cause, or a firewall that refuses what this request contains. Correct the input, and wait before you try again.',
	},
} as const satisfies Partial<Service>;
