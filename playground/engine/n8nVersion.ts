import { NodeApiError, type INode } from 'n8n-workflow';

const failure = { cause: 'rate-limited' } as const;

/** True for n8n 2, not the 1.x of compatibility/: it keeps what an error declares of its cause. */
export const isN8n2 = 'failure' in new NodeApiError({} as INode, {}, { failure });
