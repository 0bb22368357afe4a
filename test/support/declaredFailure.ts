import { NodeApiError, type INode } from 'n8n-workflow';

const failure = { cause: 'rate-limited' } as const;

/** Whether this n8n keeps what an error declares of its cause; n8n 1.x does not (compatibility/). */
const keepsFailure = 'failure' in new NodeApiError({} as INode, {}, { failure });

/** What is expected of an error in n8n's words for its cause: nothing, where n8n does not keep it. */
export function declared<Expected>(expected: Expected): Expected | undefined {
	return keepsFailure ? expected : undefined;
}
